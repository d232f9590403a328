import { Bytes } from './bytes.ts';
import type { Glyph, Point } from './outline.ts';
import { padBytes, getTable, type Tables } from './sfnt.ts';

const PRIVATE_POINTS = 0x2000;

/** Writes glyphs back, with the coordinates of contours rounded to multiples of `step` units. */
export function writeGlyphs(tables: Tables, glyphs: readonly Glyph[], step: number): void {
  const rounded = glyphs.map((glyph) => ({
    ...glyph,
    contours: glyph.contours.map((contour) => contour.map((point) => roundPoint(point, step))),
  }));
  const outlines = rounded.map((glyph) => padBytes(glyph.contours.length > 0 ? writeContours(glyph) : glyph.raw, 4));
  const loca = Bytes.alloc(2 * (glyphs.length + 1));
  const variations = rounded.map((glyph) => padBytes(writeMoves(glyph), 2));
  const gvar = getTable(tables, 'gvar');
  const shared = gvar.subarray(gvar.readUInt32BE(8), gvar.readUInt32BE(8) + 2 * gvar.readUInt16BE(6));
  const header = Bytes.alloc(20 + 2 * (glyphs.length + 1));
  gvar.copy(header, 0, 0, 20);
  header.writeUInt32BE(header.length, 8);
  header.writeUInt16BE(0, 14);
  header.writeUInt32BE(header.length + shared.length, 16);
  let [glyfEnd, gvarEnd] = [0, 0];
  for (let index = 0; index < glyphs.length; index += 1) {
    glyfEnd += outlines[index]?.length ?? 0;
    gvarEnd += variations[index]?.length ?? 0;
    loca.writeUInt16BE(glyfEnd / 2, 2 * (index + 1));
    header.writeUInt16BE(gvarEnd / 2, 20 + 2 * (index + 1));
  }
  tables.set('glyf', Bytes.concat(outlines));
  tables.set('loca', loca);
  tables.set('gvar', Bytes.concat([header, shared, ...variations]));
  getTable(tables, 'head').writeInt16BE(0, 50);
}

/** The move is rounded, not the bold coordinate: then equal moves stay equal, and compress. */
function roundPoint({ on, x, y, boldX, boldY }: Point, step: number): Point {
  const round = (value: number) => Math.round(value / step) * step;
  const light = { x: round(x), y: round(y) };
  return { on, ...light, boldX: light.x + round(boldX - x), boldY: light.y + round(boldY - y) };
}

function writeContours({ contours, overlaps }: Glyph): Buffer {
  const points = contours.flat();
  const header = Bytes.alloc(10 + 2 * contours.length + 2);
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  [contours.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].forEach((value, index) =>
    header.writeInt16BE(value, 2 * index),
  );
  let end = -1;
  contours.forEach((contour, index) => header.writeUInt16BE((end += contour.length), 10 + 2 * index));
  const flags = points.map(({ on }, index) => (on ? 0x01 : 0) | (overlaps && index === 0 ? 0x40 : 0));
  const packed = [packAxis(xs, flags, 0x02, 0x10), packAxis(ys, flags, 0x04, 0x20)];
  return Bytes.concat([header, Bytes.from(flags), ...packed]);
}

function packAxis(values: number[], flags: number[], byte: number, same: number): Buffer {
  const bytes = values.flatMap((value, index) => {
    const delta = value - (values[index - 1] ?? 0);
    const flag = delta === 0 ? same : Math.abs(delta) < 256 ? byte | (delta > 0 ? same : 0) : 0;
    flags[index] = (flags[index] ?? 0) | flag;
    return delta === 0 ? [] : Math.abs(delta) < 256 ? [Math.abs(delta)] : [(delta >> 8) & 0xff, delta & 0xff];
  });
  return Bytes.from(bytes);
}

/** One tuple with a delta for every point: point numbers would cost more than the deltas that they save. */
function writeMoves({ contours, moves }: Glyph): Buffer {
  const all = [...contours.flat().map(({ x, y, boldX, boldY }) => ({ x: boldX - x, y: boldY - y })), ...moves];
  if (all.every(({ x, y }) => x === 0 && y === 0)) return Bytes.alloc(0);
  const data = [0, ...packDeltas(all.map(({ x }) => x)), ...packDeltas(all.map(({ y }) => y))];
  const header = Bytes.alloc(8);
  [1, 8, data.length, PRIVATE_POINTS].forEach((value, index) => header.writeUInt16BE(value, 2 * index));
  return Bytes.concat([header, Bytes.from(data)]);
}

const measureDelta = (delta: number) => (delta === 0 ? 0 : delta >= -128 && delta < 128 ? 1 : 2);

/** Runs of up to 64 zeros, bytes or words; a single zero does not end a run of bytes. */
function packDeltas(deltas: readonly number[]): number[] {
  const packed: number[] = [];
  const size = (index: number) => {
    const delta = deltas[index];
    return delta === undefined ? -1 : measureDelta(delta);
  };
  for (let index = 0; index < deltas.length;) {
    const width = size(index);
    const continues = (place: number) =>
      size(place) === width || (width === 1 && size(place) === 0 && size(place + 1) === 1);
    let end = index + 1;
    while (end - index < 64 && continues(end)) end += 1;
    packed.push((width === 0 ? 0x80 : width === 2 ? 0x40 : 0) | (end - index - 1));
    for (; index < end; index += 1) {
      const delta = deltas[index] ?? 0;
      if (width === 2) packed.push((delta >> 8) & 0xff, delta & 0xff);
      else if (width === 1) packed.push(delta & 0xff);
    }
  }
  return packed;
}
