import { readTables, getTable, writeTables } from './sfnt.ts';

const MARK_TO_BASE = 4;
const MARK_TO_MARK = 6;
const EXTENSION = 9;

/**
 * Rounds where marks attach to letters to multiples of `step` units, the same in all weights, so that letters share
 * anchors. Kerning keeps its own value per weight. (OpenType GPOS, lookup types 4, 6 and 9.)
 */
export function roundAnchors(font: Buffer, step: number): Buffer {
  const tables = readTables(font);
  const gpos = getTable(tables, 'GPOS');
  const seen = new Set<number>();
  const round = (at: number) => {
    if (seen.has(at)) return;
    seen.add(at);
    for (const coordinate of [at + 2, at + 4])
      gpos.writeInt16BE(Math.round(gpos.readInt16BE(coordinate) / step) * step, coordinate);
    // Format 3 has tables of variations, format 1 has none.
    if (gpos.readUInt16BE(at) === 3) gpos.writeUInt16BE(1, at);
  };
  for (const { type, at } of listSubtables(gpos)) {
    if (type !== MARK_TO_BASE && type !== MARK_TO_MARK) continue;
    const classes = gpos.readUInt16BE(at + 6);
    const marks = at + gpos.readUInt16BE(at + 8);
    const bases = at + gpos.readUInt16BE(at + 10);
    for (let index = 0; index < gpos.readUInt16BE(marks); index += 1)
      round(marks + gpos.readUInt16BE(marks + 4 + 4 * index));
    for (let index = 0; index < gpos.readUInt16BE(bases) * classes; index += 1) {
      const offset = gpos.readUInt16BE(bases + 2 + 2 * index);
      if (offset !== 0) round(bases + offset);
    }
  }
  return writeTables(tables);
}

function* listSubtables(gpos: Buffer): Generator<{ type: number; at: number }> {
  const list = gpos.readUInt16BE(8);
  for (let index = 0; index < gpos.readUInt16BE(list); index += 1) {
    const lookup = list + gpos.readUInt16BE(list + 2 + 2 * index);
    const type = gpos.readUInt16BE(lookup);
    for (let part = 0; part < gpos.readUInt16BE(lookup + 4); part += 1) {
      const at = lookup + gpos.readUInt16BE(lookup + 6 + 2 * part);
      if (type === EXTENSION) yield { type: gpos.readUInt16BE(at + 2), at: at + gpos.readUInt32BE(at + 4) };
      else yield { type, at };
    }
  }
}
