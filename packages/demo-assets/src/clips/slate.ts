/** The picture between two programmes of a channel: words, and a dot that breathes. The last frame meets the first. */

import { Readable } from 'node:stream';
import { Resvg } from '@resvg/resvg-js';
import { FONT_SOURCE } from '../font/source.ts';
import { FPS } from './config.ts';
import { HEIGHT, WIDTH } from './frame.ts';
import { feedFfmpeg } from './ffmpeg.ts';

export const SLATE_SECONDS = 8;
const PERSIAN = 'پخش به‌زودی ادامه می‌یابد';
const LATIN = 'We will be right back';

const OPTIONS = {
  font: {
    loadSystemFonts: false,
    fontFiles: [FONT_SOURCE.medium, FONT_SOURCE.bold],
    defaultFontFamily: 'Vazirmatn',
  },
};

/** The picture at `time` seconds, as RGBA; the first and the last one fit together. */
function picture(time: number): Uint8Array {
  const breath = (1 - Math.cos((time / SLATE_SECONDS) * 2 * Math.PI * 2)) / 2;
  const line = (y: number, size: number, weight: number, opacity: number, text: string) =>
    `<text x="640" y="${y}" font-family="Vazirmatn" font-size="${size}" font-weight="${weight}" text-anchor="middle" fill="#fff" fill-opacity="${opacity}">${text}</text>`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#12152b"/>` +
    `<circle cx="640" cy="250" r="46" fill="none" stroke="#ffc877" stroke-opacity="0.35" stroke-width="4"/>` +
    `<circle cx="640" cy="250" r="${(14 + 14 * breath).toFixed(2)}" fill="#ffc877"/>` +
    line(400, 52, 700, 1, PERSIAN) +
    line(466, 30, 500, 0.75, LATIN) +
    '</svg>';
  return new Resvg(svg, OPTIONS).render().pixels;
}

/** Draws the slate into a file: H.264, nearly lossless, eight seconds. */
export async function renderSlate(film: string): Promise<void> {
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${WIDTH}x${HEIGHT}`, '-r', String(FPS), '-i', 'pipe:0'];
  const output = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p', '-c:v', 'libx264', '-crf', '4'];
  const times = Array.from({ length: FPS * SLATE_SECONDS }, (_, frame) => frame / FPS);
  await feedFfmpeg([...input, ...output, film], Readable.from(times).map(picture));
}
