import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

/** WebP quality of all pictures; their size is set by how rough they are, as it is with photos. */
const QUALITY = 78;
/** Periods of the detail in pixels, coarse to fine: each octave has half the period of the one before. */
const PERIODS = [96, 48, 24, 12, 6, 3];
const CONTRAST = 90;
const SEARCH_STEPS = 9;

/** A small deterministic generator (mulberry32). @param {number} seed @returns {() => number} in [0, 1) */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Draws a photo-like picture (soft colours under detail that falls off with frequency) and saves it as WebP of about
 * the wanted size: how much fine detail it has is searched for by halving.
 * @param {{file: string, width: number, height: number, bytes: number, seed: number}} picture
 * @returns {Promise<number>} the bytes it came to: never more than wanted
 */
export async function savePicture({ file, width, height, bytes, seed }) {
  const next = random(seed);
  const colours = [0, 1, 2].map(() => valueNoise(width, height, width / 2, next));
  const octaves = PERIODS.map((period) => valueNoise(width, height, period, next));
  let [smooth, rough] = [0, 1.2];
  let best = await encode(colours, octaves, smooth, width, height);
  for (let step = 0; step < SEARCH_STEPS; step += 1) {
    const middle = (smooth + rough) / 2;
    const encoded = await encode(colours, octaves, middle, width, height);
    if (encoded.length > bytes) rough = middle;
    else [smooth, best] = [middle, encoded];
  }
  await writeFile(file, best);
  return best.length;
}

/** Mixes colour and detail: each finer octave has `persistence` times the strength of the coarser. */
function encode(colours, octaves, persistence, width, height) {
  const pixels = Buffer.alloc(width * height * 3);
  const strengths = octaves.map((_, index) => CONTRAST * persistence ** (index + 1));
  for (let at = 0; at < width * height; at += 1) {
    let detail = 0;
    for (let index = 0; index < octaves.length; index += 1) detail += strengths[index] * (octaves[index][at] - 0.5);
    for (let channel = 0; channel < 3; channel += 1) {
      const value = 30 + 170 * colours[channel][at] + detail;
      pixels[at * 3 + channel] = Math.max(0, Math.min(255, value));
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .webp({ quality: QUALITY })
    .toBuffer();
}

/** Random values on a grid of the given period, smoothly interpolated. @returns {Float32Array} in [0, 1), by rows */
function valueNoise(width, height, period, next) {
  const columns = Math.ceil(width / period) + 2;
  const rows = Math.ceil(height / period) + 2;
  const grid = Float32Array.from({ length: columns * rows }, next);
  const field = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const [row, v] = split(y / period);
    for (let x = 0; x < width; x += 1) {
      const [column, u] = split(x / period);
      const corner = row * columns + column;
      const upper = grid[corner] + u * (grid[corner + 1] - grid[corner]);
      const lower = grid[corner + columns] + u * (grid[corner + columns + 1] - grid[corner + columns]);
      field[y * width + x] = upper + v * (lower - upper);
    }
  }
  return field;
}

/** The whole part, and the rest eased so that the grid does not show. */
function split(position) {
  const cell = Math.floor(position);
  const rest = position - cell;
  return [cell, rest * rest * (3 - 2 * rest)];
}
