import { measure } from './glyph-widths.ts';
import { n } from './canvas.ts';
import type { Colour } from './colour.ts';

/** Words that should not be left at the end of a line. */
const CLINGING = new Set(['و', 'از', 'به', 'در', 'با', 'بر', 'تا', 'که', 'بی', 'من', 'یک', 'این', 'آن', 'هر']);

/** A title broken into lines at one size, ready to be set. */
export interface Fitted {
  lines: string[];
  size: number;
  baselines: number[];
  height: number;
  width: number;
}

/** The ways to break words into at most `most` lines. */
function breaks(words: readonly string[], most: number): string[][] {
  if (most === 1 || words.length === 1) return [[words.join(' ')]];
  const all: string[][] = [[words.join(' ')]];
  for (let i = 1; i < words.length; i += 1) {
    for (const rest of breaks(words.slice(i), most - 1)) all.push([words.slice(0, i).join(' '), ...rest]);
  }
  return all;
}

/** Keeps a long title's search small: the ninth word and on are bound together. */
function wordsOf(text: string): string[] {
  const words = text.trim().split(/\s+/);
  return words.length > 9 ? [...words.slice(0, 8), words.slice(8).join(' ')] : words;
}

function stack(lines: string[], size: number): Fitted {
  const inks = lines.map(measure);
  const baselines: number[] = [];
  let y = 0;
  inks.forEach((ink, i) => {
    // Lines stand as close as their own ink lets them, never nearer than looks like one block.
    const before = inks[i - 1];
    y += i === 0 || !before ? ink.height * size : Math.max(before.depth + ink.height + 0.13, 0.98) * size;
    baselines.push(y);
  });
  const last = inks[inks.length - 1];
  return {
    lines,
    size,
    baselines,
    height: y + (last ? last.depth : 0) * size,
    width: Math.max(...inks.map((ink) => ink.width)) * size,
  };
}

/** Breaks and sizes a title to fill the given room, preferring the largest size, then evenness. */
export function fitTitle(
  text: string,
  room: { width: number; height: number; largest: number; lines?: number },
): Fitted {
  let best = stack([text], 10);
  let bestScore = -1;
  for (const lines of breaks(wordsOf(text), room.lines ?? 3)) {
    const one = stack(lines, 1);
    const size = Math.floor(Math.min(room.largest, room.width / one.width, room.height / one.height) * 2) / 2;
    const widths = lines.map((line) => measure(line).width);
    const even = Math.min(...widths) / Math.max(...widths);
    const dangling = lines.slice(0, -1).filter((line) => CLINGING.has(line.split(' ').at(-1) ?? '')).length;
    const score = size * (0.86 + 0.14 * even) * 0.93 ** dangling;
    if (score > bestScore) {
      bestScore = score;
      best = stack(lines, size);
    }
  }
  return best;
}

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** How one line is set. */
export interface Setting {
  size: number;
  weight: number;
  fill: Colour;
  anchor?: 'start' | 'middle' | 'end';
  spacing?: number;
  opacity?: number;
}

/** One line of Persian: `end` is the right edge, the renderer takes no `direction`, so the line carries its own. */
export function setPersian(text: string, x: number, y: number, s: Setting): string {
  return setLine(`\u202b${text}\u202c`, x, y, { anchor: 'end', ...s });
}

/** One line of any script, anchored as given. */
export function setLine(text: string, x: number, y: number, s: Setting): string {
  return (
    `<text x="${n(x)}" y="${n(y)}" font-family="Vazirmatn" font-weight="${s.weight}" font-size="${n(s.size)}" fill="${s.fill}" text-anchor="${s.anchor ?? 'start'}"` +
    `${s.spacing ? ` letter-spacing="${n(s.spacing)}"` : ''}>${escape(text)}</text>`
  );
}

/** Sets a fitted title with its top edge at `top`; `x` is the right edge, or the middle. */
export function setTitle(
  title: Fitted,
  x: number,
  top: number,
  weight: number,
  fill: Colour,
  anchor: 'end' | 'middle' = 'end',
): string {
  return title.lines
    .map((line, i) => setPersian(line, x, top + (title.baselines[i] ?? 0), { size: title.size, weight, fill, anchor }))
    .join('');
}

/** A Latin line in spaced capitals, made smaller or broken in two where it would not fit. */
export function fitLatin(
  text: string,
  width: number,
  size: number,
  spacing: number,
): { lines: string[]; size: number } {
  const capitals = text.toUpperCase();
  const long = (line: string, s: number): number => measure(line).width * s + [...line].length * spacing;
  if (long(capitals, size) <= width) return { lines: [capitals], size };
  const options = breaks(wordsOf(capitals), 2).filter((lines) => lines.length === 2);
  const widest = (lines: string[], s: number): number => Math.max(...lines.map((line) => long(line, s)));
  options.sort((a, b) => widest(a, size) - widest(b, size));
  const lines = options[0] ?? [capitals];
  let s = size;
  while (widest(lines, s) > width && s > 7) s -= 0.5;
  return { lines, size: s };
}

/** Sets the fitted Latin lines downward from the first baseline. */
export function setLatin(
  latin: { lines: string[]; size: number },
  x: number,
  baseline: number,
  s: Omit<Setting, 'size'>,
): string {
  return latin.lines
    .map((line, i) => setLine(line, x, baseline + i * latin.size * 1.4, { ...s, size: latin.size }))
    .join('');
}
