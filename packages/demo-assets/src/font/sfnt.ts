import { Bytes } from './bytes.ts';
/** The tables of an OpenType file by tag. */
export type Tables = Map<string, Buffer>;

const DIRECTORY = 12;
const RECORD = 16;

export function readTables(font: Buffer): Tables {
  const tables: Tables = new Map();
  for (let index = 0; index < font.readUInt16BE(4); index += 1) {
    const record = DIRECTORY + RECORD * index;
    const start = font.readUInt32BE(record + 8);
    const table = font.subarray(start, start + font.readUInt32BE(record + 12));
    tables.set(font.toString('latin1', record, record + 4), Bytes.from(table));
  }
  return tables;
}

/** Checksums are 0: the encoder of WOFF2 computes them. */
export function writeTables(tables: Tables): Buffer {
  const tags = [...tables.keys()].sort();
  const directory = Bytes.alloc(DIRECTORY + RECORD * tags.length);
  const power = Math.floor(Math.log2(tags.length));
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(tags.length, 4);
  directory.writeUInt16BE(RECORD << power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(RECORD * tags.length - (RECORD << power), 10);
  const parts = [directory];
  let start = directory.length;
  tags.forEach((tag, index) => {
    const table = tables.get(tag) ?? Bytes.alloc(0);
    const record = DIRECTORY + RECORD * index;
    directory.write(tag, record, 'latin1');
    directory.writeUInt32BE(start, record + 8);
    directory.writeUInt32BE(table.length, record + 12);
    const padded = padBytes(table, 4);
    parts.push(padded);
    start += padded.length;
  });
  return Bytes.concat(parts);
}

export function padBytes(bytes: Buffer, to: number): Buffer {
  const rest = bytes.length % to;
  return rest === 0 ? bytes : Bytes.concat([bytes, Bytes.alloc(to - rest)]);
}

export function getTable(tables: Tables, tag: string): Buffer {
  const table = tables.get(tag);
  if (!table) throw new Error(`the font has no table ${tag}`);
  return table;
}
