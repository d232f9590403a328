/** The small caption in the upper right corner, with a timer that runs. */

import { n, type Scene } from './draw.ts';
import { SECONDS } from './config.ts';

const SIZE = 25;
const PERSIAN = 'نمونهٔ نمایشی پرده';
const LATIN = 'Pardeh demo clip';
const RIGHT = 1244;
const TOP = 34;
const HEIGHT = 50;

const text = (x: number, y: number, anchor: string, content: string, extra = '') =>
  `<text x="${n(x)}" y="${y}" font-family="Vazirmatn" font-size="${SIZE}" text-anchor="${anchor}" fill="#fff" ${extra}>${content}</text>`;

/**
 * Makes the drawing function. The two languages are two text elements, each measured once with `measure`: the
 * renderer takes every text for left-to-right, and one mixed line would put the Latin part on the wrong side.
 */
export function makeCaption(measure: (svg: string) => number): Scene {
  const persian = measure(text(640, 300, 'middle', PERSIAN));
  const latin = measure(text(640, 300, 'middle', LATIN));
  const clock = 78;
  const ring = 30;
  const gap = 30;
  const width = 22 + persian + gap + latin + gap + clock + ring + 18;
  const left = RIGHT - width;
  const base = TOP + 34;
  const persianRight = RIGHT - 22;
  const latinRight = persianRight - persian - gap;
  const clockMiddle = left + 18 + ring + clock / 2;
  const still =
    `<rect x="${n(left)}" y="${TOP}" width="${n(width)}" height="${HEIGHT}" rx="${HEIGHT / 2}" fill="#0b1022" fill-opacity="0.5"/>` +
    text(persianRight, base, 'end', PERSIAN) +
    text(latinRight, base, 'end', LATIN, 'fill-opacity="0.92"') +
    `<circle cx="${n(persianRight - persian - gap / 2)}" cy="${TOP + HEIGHT / 2}" r="3" fill="#ffc877"/>` +
    `<circle cx="${n(latinRight - latin - gap / 2)}" cy="${TOP + HEIGHT / 2}" r="3" fill="#ffc877"/>`;
  const centre = { x: left + 18 + 10, y: TOP + HEIGHT / 2, radius: 10 };

  return (time) => still + text(clockMiddle, base, 'middle', clockText(time)) + progress(centre, time / SECONDS);
}

/** `۰۰:۱۲`: minutes and seconds in Persian digits, which run left to right as Latin ones do. */
function clockText(time: number): string {
  const seconds = Math.floor(time);
  const two = (value: number) => String(value).padStart(2, '0');
  const latin = `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
  return latin.replace(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number(digit)));
}

/** A ring that fills with the clip: shows motion between two seconds too. */
function progress({ x, y, radius }: { x: number; y: number; radius: number }, share: number): string {
  const angle = Math.min(0.9999, share) * Math.PI * 2;
  const end = `${n(x + radius * Math.sin(angle))} ${n(y - radius * Math.cos(angle))}`;
  return (
    `<circle cx="${n(x)}" cy="${y}" r="${radius}" fill="none" stroke="#fff" stroke-opacity="0.25" stroke-width="4"/>` +
    `<path d="M${n(x)} ${y - radius}A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 1 ${end}" fill="none" stroke="#ffc877" stroke-width="4"/>`
  );
}
