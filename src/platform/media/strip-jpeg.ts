/** Segments of JPEG that hold what a camera or a program wrote: EXIF and XMP, IPTC, comments. */
const PRIVATE = [0xe1, 0xed, 0xfe];
const SCAN = 0xda;

/** A JPEG without them; its colours (ICC, Adobe) stay. */
export function stripJpeg(jpeg: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  const parts = [jpeg.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= jpeg.byteLength && view.getUint8(at) === 0xff && view.getUint8(at + 1) !== SCAN) {
    const length = 2 + view.getUint16(at + 2);
    if (!PRIVATE.includes(view.getUint8(at + 1))) parts.push(jpeg.subarray(at, at + length));
    at += length;
  }
  parts.push(jpeg.subarray(at));
  const stripped = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let end = 0;
  for (const part of parts) {
    stripped.set(part, end);
    end += part.byteLength;
  }
  return stripped;
}
