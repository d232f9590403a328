import type { ImageFormat } from './format.ts';

const MDAT = 0x6d646174;

/** By RIFF's size, ISO boxes up to `mdat` or JPEG's end marker: a cut picture would be cached for a year. */
export function isWholePicture(picture: ArrayBuffer, format: ImageFormat['name']): boolean {
  const view = new DataView(picture);
  const { byteLength } = view;
  if (byteLength < 16) return false;
  if (format === 'jpg') return view.getUint16(byteLength - 2) === 0xffd9;
  if (format === 'webp') return Math.abs(view.getUint32(4, true) + 8 - byteLength) <= 1;
  let at = 0;
  let hasPixels = false;
  while (at + 8 <= byteLength) {
    const size = view.getUint32(at);
    hasPixels ||= view.getUint32(at + 4) === MDAT;
    // 0: to the end of the file; 1: a 64-bit size, which no picture of ours has.
    if (size === 0) return hasPixels;
    if (size < 8) return false;
    at += size;
  }
  return hasPixels && at === byteLength;
}
