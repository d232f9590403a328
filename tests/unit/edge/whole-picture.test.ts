import { expect, it } from 'vitest';
import sharp from 'sharp';
import { isWholePicture } from '../../../src/features/images/server/whole-picture.ts';

const drawn = sharp({ create: { width: 31, height: 47, channels: 3, background: '#8f4a00' } });
const encoders = {
  avif: () => drawn.clone().avif({ effort: 0 }).toBuffer(),
  webp: () => drawn.clone().webp().toBuffer(),
  jpg: () => drawn.clone().jpeg().toBuffer(),
} as const;

it.each(['avif', 'webp', 'jpg'] as const)('a whole %s is told from every part of it', async (format) => {
  const bytes = new Uint8Array(await encoders[format]());
  expect(isWholePicture(bytes.buffer.slice(0, bytes.byteLength), format)).toBe(true);
  for (let length = 0; length < bytes.byteLength - 1; length++) {
    expect(isWholePicture(bytes.slice(0, length).buffer, format), `${String(length)} bytes`).toBe(false);
  }
});
