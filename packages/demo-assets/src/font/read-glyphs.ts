import { Bytes } from './bytes.ts';
import type { Glyph, Point } from './outline.ts';
import { getTable, type Tables } from './sfnt.ts';

const ON = 0x01;
const X_BYTE = 0x02;
const Y_BYTE = 0x04;
const REPEAT = 0x08;
const X_SAME = 0x10;
const Y_SAME = 0x20;
const OVERLAP = 0x40;
const PHANTOMS = 4;
const PRIVATE_POINTS = 0x2000;

/** Glyphs of a font with one axis whose variations are one tuple each, from the lightest weight to the boldest. */
export function readGlyphs(tables: Tables): Glyph[] {
  const glyf = getTable(tables, 'glyf');
  const loca = getTable(tables, 'loca');
  const gvar = getTable(tables, 'gvar');
  const isShort = getTable(tables, 'head').readInt16BE(50) === 0;
  const start = (index: number) => (isShort ? loca.readUInt16BE(2 * index) * 2 : loca.readUInt32BE(4 * index));
  const isLong = (gvar.readUInt16BE(14) & 1) === 1;
  const first = gvar.readUInt32BE(16);
  const moved = (index: number) =>
    first + (isLong ? gvar.readUInt32BE(20 + 4 * index) : gvar.readUInt16BE(20 + 2 * index) * 2);
  return Array.from({ length: getTable(tables, 'maxp').readUInt16BE(4) }, (_, index) => {
    const glyph = readGlyph(glyf.subarray(start(index), start(index + 1)));
    readMoves(glyph, gvar.subarray(moved(index), moved(index + 1)));
    return glyph;
  });
}

function readGlyph(bytes: Buffer): Glyph {
  const isSimple = bytes.length > 0 && bytes.readInt16BE(0) >= 0;
  if (!isSimple) {
    const count = bytes.length === 0 ? 0 : countComponents(bytes);
    return { raw: bytes, contours: [], overlaps: false, moves: still(count + PHANTOMS) };
  }
  const ends = Array.from({ length: bytes.readInt16BE(0) }, (_, index) => bytes.readUInt16BE(10 + 2 * index));
  let place = 10 + 2 * ends.length;
  place += 2 + bytes.readUInt16BE(place);
  const count = (ends.at(-1) ?? -1) + 1;
  const flags: number[] = [];
  while (flags.length < count) {
    const flag = bytes.readUInt8(place++);
    const repeats = flag & REPEAT ? bytes.readUInt8(place++) : 0;
    for (let time = 0; time <= repeats; time += 1) flags.push(flag);
  }
  const readAll = (byte: number, same: number) => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & byte) value += bytes.readUInt8(place++) * (flag & same ? 1 : -1);
      else if (!(flag & same)) {
        value += bytes.readInt16BE(place);
        place += 2;
      }
      return value;
    });
  };
  const xs = readAll(X_BYTE, X_SAME);
  const ys = readAll(Y_BYTE, Y_SAME);
  const points = flags.map((flag, index): Point => {
    const [x = 0, y = 0] = [xs[index], ys[index]];
    return { on: (flag & ON) !== 0, x, y, boldX: x, boldY: y };
  });
  const contours = ends.map((end, index) => points.slice((ends[index - 1] ?? -1) + 1, end + 1));
  return { raw: Bytes.alloc(0), contours, overlaps: ((flags[0] ?? 0) & OVERLAP) !== 0, moves: still(PHANTOMS) };
}

const still = (count: number) => Array.from({ length: count }, () => ({ x: 0, y: 0 }));

function countComponents(bytes: Buffer): number {
  let place = 10;
  for (let count = 1; ; count += 1) {
    const flag = bytes.readUInt16BE(place);
    place += 4 + (flag & 1 ? 4 : 2) + (flag & 8 ? 2 : flag & 0x40 ? 4 : flag & 0x80 ? 8 : 0);
    if (!(flag & 0x20)) return count;
  }
}

/** OpenType gvar: packed point numbers, then packed deltas of x and of y. */
function readMoves(glyph: Glyph, bytes: Buffer): void {
  if (bytes.length === 0) return;
  if (bytes.readUInt16BE(0) !== 1 || bytes.readUInt16BE(6) !== PRIVATE_POINTS)
    throw new Error('a glyph has more variations than from one weight to the other');
  const points = glyph.contours.flat();
  let place = bytes.readUInt16BE(2);
  let count = bytes.readUInt8(place++);
  if (count & 0x80) count = ((count & 0x7f) << 8) | bytes.readUInt8(place++);
  const total = points.length + glyph.moves.length;
  const numbers: number[] = [];
  if (count === 0) for (let index = 0; index < total; index += 1) numbers.push(index);
  for (let last = 0; numbers.length < count;) {
    const control = bytes.readUInt8(place++);
    const size = control & 0x80 ? 2 : 1;
    for (let run = 0; run <= (control & 0x7f); run += 1, place += size)
      numbers.push((last += bytes.readUIntBE(place, size)));
  }
  const readDeltas = () => {
    const deltas: number[] = [];
    while (deltas.length < numbers.length) {
      const control = bytes.readUInt8(place++);
      const size = control & 0x80 ? 0 : control & 0x40 ? 2 : 1;
      for (let run = 0; run <= (control & 0x3f); run += 1, place += size)
        deltas.push(size === 0 ? 0 : bytes.readIntBE(place, size));
    }
    return deltas;
  };
  const xs = readDeltas();
  const ys = readDeltas();
  const moves = new Map(numbers.map((number, index) => [number, { x: xs[index] ?? 0, y: ys[index] ?? 0 }]));
  glyph.moves = glyph.moves.map((move, index) => moves.get(points.length + index) ?? move);
  let first = 0;
  for (const contour of glyph.contours) {
    const contourMoves = contour.map((_, index) => moves.get(first + index));
    if (contourMoves.some(Boolean)) {
      for (const [index, point] of contour.entries()) {
        point.boldX = point.x + (contourMoves[index]?.x ?? infer(contour, contourMoves, index, 'x'));
        point.boldY = point.y + (contourMoves[index]?.y ?? infer(contour, contourMoves, index, 'y'));
      }
    }
    first += contour.length;
  }
}

/** OpenType gvar, "inferred deltas for un-referenced point numbers". */
function infer(contour: Point[], moves: ({ x: number; y: number } | undefined)[], index: number, axis: 'x' | 'y') {
  const count = contour.length;
  const near = (step: number) => {
    let other = index;
    do other = (other + step + count) % count;
    while (!moves[other]);
    return { place: contour[other]?.[axis] ?? 0, move: moves[other]?.[axis] ?? 0 };
  };
  const [low, high] = [near(-1), near(1)].sort((one, other) => one.place - other.place);
  const place = contour[index]?.[axis] ?? 0;
  if (!low || !high) return 0;
  if (low.place === high.place) return low.move === high.move ? low.move : 0;
  if (place <= low.place) return low.move;
  if (place >= high.place) return high.move;
  return low.move + ((place - low.place) * (high.move - low.move)) / (high.place - low.place);
}
