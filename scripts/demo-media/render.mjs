/** Turns a scene into pictures and feeds them to ffmpeg, which keeps them nearly without loss for the renditions. */

import { createRequire } from 'node:module';
import path from 'node:path';
import { FPS, FRAMES, HEIGHT, WIDTH } from './config.mjs';
import { makeCaption } from './caption.mjs';
import { feedFfmpeg } from './tools.mjs';

/** How many pictures are drawn ahead: enough for the thread pool, few enough for the memory (3.7 MB each). */
const AHEAD = 6;

const require = createRequire(import.meta.url);

function load() {
  try {
    const { Resvg, renderAsync } = require('@resvg/resvg-js');
    const fonts = path.dirname(require.resolve('vazirmatn/package.json'));
    return { Resvg, renderAsync, font: path.join(fonts, 'fonts/ttf/Vazirmatn-Medium.ttf') };
  } catch (error) {
    throw new Error(`@resvg/resvg-js and vazirmatn are needed; run "npm ci" first (${error.message})`, {
      cause: error,
    });
  }
}

/** A drawer of whole pictures: `svg(time)` the text, `png(time)` for looking at one, `pixels(time)` for the film. */
export function makePictures(scene) {
  const { Resvg, renderAsync, font } = load();
  const options = { font: { loadSystemFonts: false, fontFiles: [font], defaultFontFamily: 'Vazirmatn' } };
  const wrap = (inside) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${inside}</svg>`;
  const caption = makeCaption((inside) => new Resvg(wrap(inside), options).getBBox().width);
  const svg = (time) => wrap(scene(time) + caption(time));
  return {
    svg,
    png: (time) => new Resvg(svg(time), options).render().asPng(),
    pixels: async (time) => (await renderAsync(svg(time), options)).pixels,
  };
}

/** Draws every frame into `file` (H.264, visually lossless, 720p). */
export async function renderFilm(scene, file) {
  const { pixels } = makePictures(scene);
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${WIDTH}x${HEIGHT}`, '-r', String(FPS), '-i', 'pipe:0'];
  // The matrix is named on conversion and in the stream, otherwise players guess by height and the colours differ.
  const convert = 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p';
  const colour = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'];
  const output = ['-vf', convert, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '8', ...colour, file];
  await feedFfmpeg([...input, ...output], async function* frames() {
    const queue = [];
    for (let frame = 0; frame < FRAMES + AHEAD; frame += 1) {
      if (frame < FRAMES) queue.push(pixels(frame / FPS));
      if (frame >= AHEAD) yield await queue.shift();
    }
  });
}
