/** ISO/IEC 14496-12, of fragmented MP4: what places a segment on the time line. */

const HEADER = 8;

/** Calls `see` with each box of a range; stops where a size is impossible. Returns the end of the last whole box. */
function walk(view: DataView, from: number, to: number, see: (type: string, start: number, end: number) => void) {
  let at = from;
  while (at + HEADER <= to) {
    const short = view.getUint32(at);
    const isLong = short === 1 && at + 16 <= to;
    const size = isLong ? Number(view.getBigUint64(at + HEADER)) : short === 0 ? to - at : short;
    if (size < HEADER || at + size > to) return at;
    const type = String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at + 4, 4));
    see(type, at + (isLong ? 16 : HEADER), at + size);
    at += size;
  }
  return at;
}

const PARENTS = new Map(
  // Bytes of fields before the boxes inside.
  Object.entries({ moov: 0, trak: 0, mdia: 0, minf: 0, stbl: 0, stsd: 8, encv: 78, enca: 28, moof: 0, traf: 0 }),
);

export function findBox(bytes: Uint8Array, wanted: string): DataView | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let box: DataView | null = null;
  const see = (type: string, start: number, end: number): void => {
    if (type === wanted) box ??= new DataView(view.buffer, view.byteOffset + start, end - start);
    else if (PARENTS.has(type)) walk(view, start + (PARENTS.get(type) ?? 0), end, see);
  };
  walk(view, 0, bytes.byteLength, see);
  return box;
}

/** A truncated file ends inside a box; appended, it would spoil the segments after it. */
export function isWhole(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bytes.byteLength > 0 && walk(view, 0, bytes.byteLength, () => undefined) === bytes.byteLength;
}

/** Units per second of the first track (`mdhd`); null for no initialisation. */
export function readTimescale(init: Uint8Array): number | null {
  const box = findBox(init, 'mdhd');
  if (!box || box.byteLength < 24) return null;
  return box.getUint8(0) === 1 ? box.getUint32(20) : box.getUint32(12);
}

/** The decode time of a segment's first sample (`tfdt`), in units of its track. */
export function readDecodeTime(segment: Uint8Array): number | null {
  const box = findBox(segment, 'tfdt');
  if (!box || box.byteLength < 8) return null;
  return box.getUint8(0) === 1 ? Number(box.getBigUint64(4)) : box.getUint32(4);
}
