import sharp, { type AvifOptions, type Sharp } from 'sharp';

/** Patch of miniflare 5.20261012, whose sharp stands in for Cloudflare Images. It encodes AVIF at sharp's default
 * effort, half a second of a processor for 300 pixels; 2 takes a sixth of that for 4 % more bytes. The local server's
 * process imports this file. Upstream: no issue of miniflare's found (2026-11-23); sharp's default:
 * https://github.com/lovell/sharp/issues/4227 (open). */
const effort = Number(process.env['AVIF_EFFORT'] ?? 2);
const prototype = sharp.prototype as Sharp;
const avif = Reflect.get<Sharp, 'avif'>(prototype, 'avif');
if (typeof avif !== 'function') throw new Error('sharp-avif-effort: sharp no longer encodes AVIF by avif()');

prototype.avif = function avifAtEffort(this: Sharp, options?: AvifOptions) {
  return avif.call(this, { ...options, effort });
};
