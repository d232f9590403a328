import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Finds a second recording behind the first: players and ffmpeg read one, and the rest would be lost in silence. */

const MAX_BOXES = 100_000;

/** Why only a part of an MP4 or Matroska file would be read; null for a whole one and for other formats. */
export function describeJoinedFile(file: string): string | null {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const read = (at: number, length: number) => {
      const bytes = new Uint8Array(length);
      return bytes.subarray(0, readSync(handle, bytes, 0, length, at));
    };
    const second = isMatroska(read(0, 4)) ? findSecondSegment(read, size) : findSecondMovie(read, size);
    if (second === null) return null;
    const share = Math.round((100 * (size - second)) / size);
    return `two recordings were joined byte by byte, and the second one (the last ${share} % of the file) cannot be read from here. Cut the file into its parts, list them in a text file (file 'a.mp4'), and join them: ffmpeg -f concat -i LIST -c copy NEW.mkv`;
  } finally {
    closeSync(handle);
  }
}

type ReadBytes = (at: number, length: number) => Uint8Array;

/** The start of a second `ftyp` or `moov` at the top of an MP4 (ISO/IEC 14496-12, 4.2). */
function findSecondMovie(read: ReadBytes, size: number): number | null {
  const seen = new Set<string>();
  let at = 0;
  for (let count = 0; count < MAX_BOXES && at + 8 <= size; count += 1) {
    const head = read(at, 16);
    const type = String.fromCharCode(...head.subarray(4, 8));
    const view = new DataView(head.buffer, head.byteOffset, head.length);
    if (!/^[\x20-\x7e]{4}$/.test(type)) return null;
    if (seen.has(type) && ['ftyp', 'moov'].includes(type)) return at;
    seen.add(type);
    const short = view.getUint32(0);
    const length = short === 1 ? Number(view.getBigUint64(8)) : short;
    if (length < 8) return null;
    at += length;
  }
  return null;
}

const EBML = [0x1a, 0x45, 0xdf, 0xa3];
const isMatroska = (bytes: Uint8Array) => EBML.every((byte, at) => bytes[at] === byte);

/** The start of a second EBML header behind a segment that names its length (RFC 8794, 6; RFC 9559). */
function findSecondSegment(read: ReadBytes, size: number): number | null {
  let at = 0;
  for (let count = 0; count < MAX_BOXES && at + 8 <= size; count += 1) {
    const head = read(at, 16);
    if (at > 0 && isMatroska(head.subarray(0, 4))) return at;
    const idLength = Math.clz32((head[0] ?? 0) << 24) + 1;
    const first = head[idLength] ?? 0;
    const length = Math.clz32(first << 24) + 1;
    if (idLength > 4 || length > 8) return null;
    let value = BigInt(first & ((1 << (8 - length)) - 1));
    for (let index = 1; index < length; index += 1) value = (value << 8n) | BigInt(head[idLength + index] ?? 0);
    const isUnknown = value === (1n << BigInt(7 * length)) - 1n;
    if (isUnknown) return null;
    at += idLength + length + Number(value);
  }
  return null;
}
