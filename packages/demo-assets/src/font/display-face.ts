import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import * as hb from 'harfbuzzjs';
import { Bytes } from './bytes.ts';

const require = createRequire(import.meta.url);
const fonts = new Map<string, hb.Font>();

/** A display font by its file (`lalezar-arabic-400`), opened once. Synchronous, since pictures are drawn so. */
export function openDisplayFont(file: string): hb.Font {
  const opened = fonts.get(file);
  if (opened) return opened;
  const name = file.replace(/-(?:arabic|latin)-\d+$/, '');
  const woff = readFileSync(require.resolve(`@fontsource/${name}/files/${file}-normal.woff`));
  const font = new hb.Font(new hb.Face(new hb.Blob(unpackWoff(woff))));
  fonts.set(file, font);
  return font;
}

/** The TrueType font in a WOFF 1.0 file (W3C, WOFF File Format 1.0, sections 3 to 5). */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Bytes.alloc(12 + count * 16);
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  head.writeUInt16BE(count, 4);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (let index = 0; index < count; index += 1) {
    const entry = 44 + index * 20;
    const [from, packed, size] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number];
    const bytes = woff.subarray(from, from + packed);
    const table = packed < size ? inflateSync(bytes) : bytes;
    const padded = Bytes.concat([table, Bytes.alloc((4 - (size % 4)) % 4)]);
    woff.copy(head, 12 + index * 16, entry, entry + 4);
    head.writeUInt32BE(woff.readUInt32BE(entry + 16), 16 + index * 16);
    head.writeUInt32BE(offset, 20 + index * 16);
    head.writeUInt32BE(size, 24 + index * 16);
    parts.push(padded);
    offset += padded.length;
  }
  return Bytes.concat(parts);
}
