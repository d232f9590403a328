import type { ImageFormat } from './format.ts';

/** The name of the box of pixels, as a number. */
const MDAT = 0x6d646174;

/**
 * Whether an encoded picture is whole, by what its format says of its own length: a picture that broke off would be kept
 * for a year. RIFF names its size, ISO boxes each name theirs (the pixels are in `mdat`), and a JPEG ends with its marker.
 */
export function isWholePicture(picture: ArrayBuffer, format: ImageFormat['name']): boolean {
  const view = new DataView(picture);
  const { byteLength } = view;
  if (byteLength < 16) return false;
  if (format === 'jpg') return view.getUint16(byteLength - 2) === 0xffd9;
  // A chunk of odd length is followed by a byte that its size does not count.
  if (format === 'webp') return Math.abs(view.getUint32(4, true) + 8 - byteLength) <= 1;
  let at = 0;
  let hasPixels = false;
  while (at + 8 <= byteLength) {
    const size = view.getUint32(at);
    hasPixels ||= view.getUint32(at + 4) === MDAT;
    // 0: to the end of the file; 1: a 64-bit size follows, which no picture of ours needs.
    if (size === 0) return hasPixels;
    if (size < 8) return false;
    at += size;
  }
  return hasPixels && at === byteLength;
}
