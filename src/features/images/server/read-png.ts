const CHANNELS: Partial<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/** Red, green, blue and alpha of a PNG of eight bits without interlacing, as Images gives it; null for another. */
export async function readPngPixels(png: Uint8Array<ArrayBuffer>): Promise<Uint8Array | null> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const channels = CHANNELS[png[25] ?? 0];
  if (png[24] !== 8 || channels === undefined || png[28] !== 0) return null;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 8; at + 12 <= png.byteLength; at += 12 + view.getUint32(at))
    if (view.getUint32(at + 4) === IDAT) parts.push(png.subarray(at + 8, at + 8 + view.getUint32(at)));
  const unpacked = new Blob(parts).stream().pipeThrough(new DecompressionStream('deflate'));
  const lines = await new Response(unpacked).bytes();
  return toRgba(unfilter(lines, width * channels, channels), width * height, channels);
}

const IDAT = 0x49444154;

/** The lines without their filters (PNG specification, 9). */
function unfilter(lines: Uint8Array, stride: number, channels: number): Uint8Array {
  const rows = Math.floor(lines.byteLength / (stride + 1));
  const pixels = new Uint8Array(rows * stride);
  for (let row = 0; row < rows; row += 1) {
    const filter = lines[row * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = row * stride + x;
      const left = x < channels ? 0 : (pixels[at - channels] ?? 0);
      const above = row === 0 ? 0 : (pixels[at - stride] ?? 0);
      const corner = row === 0 || x < channels ? 0 : (pixels[at - stride - channels] ?? 0);
      pixels[at] = (lines[row * (stride + 1) + 1 + x] ?? 0) + predict(filter, left, above, corner);
    }
  }
  return pixels;
}

function predict(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return 0;
  const [toLeft, toAbove] = [Math.abs(above - corner), Math.abs(left - corner)];
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

function toRgba(pixels: Uint8Array, count: number, channels: number): Uint8Array {
  const rgba = new Uint8Array(count * 4);
  const isGrey = channels < 3;
  const hasAlpha = channels % 2 === 0;
  for (let index = 0; index < count; index += 1) {
    const from = index * channels;
    for (let channel = 0; channel < 3; channel += 1)
      rgba[index * 4 + channel] = pixels[from + (isGrey ? 0 : channel)] ?? 0;
    rgba[index * 4 + 3] = hasAlpha ? (pixels[from + channels - 1] ?? 0) : 255;
  }
  return rgba;
}
