/** Turns a scene into pictures and feeds them to ffmpeg, which keeps them nearly without loss for the renditions. */

import { Resvg, renderAsync } from '@resvg/resvg-js';
import { FONT_SOURCE } from '../font/source.ts';
import { HEIGHT, WIDTH } from './frame.ts';
import { makeCaption } from './caption.ts';
import type { Scene } from './draw.ts';
import { feedFfmpeg } from './ffmpeg.ts';

/** Number of pictures drawn ahead: enough for the thread pool, few enough for the memory (3.7 MB each). */
const AHEAD = 6;

const OPTIONS = { font: { loadSystemFonts: false, fontFiles: [FONT_SOURCE.medium], defaultFontFamily: 'Vazirmatn' } };

/** The pictures of a scene, with its caption where it has one: a PNG, or pixels (RGBA) for the film. */
export function makePictures(scene: Scene, captioned: boolean) {
  const wrap = (inside: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${inside}</svg>`;
  const caption = makeCaption((inside) => new Resvg(wrap(inside), OPTIONS).getBBox()?.width ?? 0);
  const svg = (time: number) => wrap(scene(time) + (captioned ? caption(time) : ''));
  return {
    png: (time: number) => new Resvg(svg(time), OPTIONS).render().asPng(),
    pixels: async (time: number) => (await renderAsync(svg(time), OPTIONS)).pixels,
  };
}

interface Film {
  seconds: number;
  /** Pictures a second. */
  rate: number;
  captioned: boolean;
  /** Arguments of x264. */
  encoding: readonly string[];
}

/** Draws every frame into `file` (H.264, 720p). */
export async function renderFilm(scene: Scene, file: string, { seconds, rate, captioned, encoding }: Film) {
  const { pixels } = makePictures(scene, captioned);
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${WIDTH}x${HEIGHT}`, '-r', String(rate), '-i', 'pipe:0'];
  // The matrix is named on conversion and in the stream, otherwise players guess by height and the colours differ.
  const convert = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'];
  const colour = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'];
  const output = [...convert, '-c:v', 'libx264', ...encoding, ...colour, file];
  await feedFfmpeg([...input, ...output], drawFrames(pixels, seconds * rate, rate));
}

async function* drawFrames(
  pixels: (time: number) => Promise<Uint8Array>,
  frames: number,
  rate: number,
): AsyncGenerator<Uint8Array> {
  const queue: Promise<Uint8Array>[] = [];
  for (let frame = 0; frame < frames + AHEAD; frame += 1) {
    if (frame < frames) queue.push(pixels(frame / rate));
    const picture = frame >= AHEAD ? queue.shift() : undefined;
    if (picture) yield await picture;
  }
}
