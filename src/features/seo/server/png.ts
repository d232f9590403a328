import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { joinBytes } from '../../../platform/join-bytes.ts';
import type { Picture } from './raster.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Bytes per pixel by PNG colour type at eight bits; other types are not supported. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 6: 4 };

/** Fast rather than small: the result is converted to JPEG. */
export function encodePng({ width, height, rgb }: Picture): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array((width * 3 + 1) * height);
  for (let row = 0; row < height; row += 1) {
    rows.set(rgb.subarray(row * width * 3, (row + 1) * width * 3), row * (width * 3 + 1) + 1);
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2, 0, 0, 0], 8);
  const parts = [
    new Uint8Array(SIGNATURE),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', new Uint8Array(0)),
  ];
  return joinBytes(parts);
}

/** Eight bits, not interlaced; null for any other file. Transparency becomes black. */
export function decodePng(file: Uint8Array): Picture | null {
  if (!SIGNATURE.every((byte, index) => file[index] === byte)) return null;
  const chunks = parseChunks(file);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data;
  if (!header) return null;
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth, colourType = 0, , , interlace] = header.subarray(8);
  const channels = CHANNELS[colourType];
  if (depth !== 8 || interlace !== 0 || channels === undefined) return null;
  const packed = joinBytes(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const pixels = unfilter(inflateSync(packed), width * channels, height, channels);
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data;
  const rgb = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const from = at * channels;
    const grey = pixels[from] ?? 0;
    const alpha = channels === 4 ? (pixels[from + 3] ?? 255) / 255 : 1;
    for (let band = 0; band < 3; band += 1) {
      const value = channels > 1 ? pixels[from + band] : colourType === 3 ? palette?.[grey * 3 + band] : grey;
      rgb[at * 3 + band] = Math.round((value ?? 0) * alpha);
    }
  }
  return { width, height, rgb };
}

/** PNG specification, section 9. */
function unfilter(rows: Uint8Array, stride: number, height: number, channels: number): Uint8Array {
  const out = new Uint8Array(stride * height);
  for (let row = 0; row < height; row += 1) {
    const filter = rows[row * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const left = x >= channels ? (out[row * stride + x - channels] ?? 0) : 0;
      const up = row > 0 ? (out[(row - 1) * stride + x] ?? 0) : 0;
      const corner = row > 0 && x >= channels ? (out[(row - 1) * stride + x - channels] ?? 0) : 0;
      const raw = rows[row * (stride + 1) + 1 + x] ?? 0;
      out[row * stride + x] = raw + predicted(filter, left, up, corner);
    }
  }
  return out;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

function parseChunks(file: Uint8Array): { type: string; data: Uint8Array }[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const chunks = [];
  for (let at = 8; at + 12 <= file.byteLength;) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8));
    chunks.push({ type, data: file.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(data.byteLength + 12);
  const view = new DataView(out.buffer);
  view.setUint32(0, data.byteLength);
  out.set(new TextEncoder().encode(type), 4);
  out.set(data, 8);
  view.setUint32(data.byteLength + 8, crc32(out.subarray(4, data.byteLength + 8)));
  return out;
}
