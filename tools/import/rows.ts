import { createReadStream } from 'node:fs';
import type { ColumnMap } from '../../src/features/catalogue/rows/column-map.ts';
import { readCsvRows, readJsonRows, type FileRow } from '../../src/features/catalogue/rows/file-rows.ts';

/** Characters: some rows. */
const PIECE_LENGTH = 4096;

export interface RowFile {
  rows: AsyncGenerator<FileRow>;
  /** Bytes of the rows taken so far. */
  read: () => number;
}

/** A file is read as CSV by its name, or because a column map was given for it. */
export function isCsvFile(file: string, map: ColumnMap | null): boolean {
  return map !== null || file.toLowerCase().endsWith('.csv');
}

/** Opens a file of titles: `.csv` by a column map (or by its header), anything else as JSON Lines. It is streamed. */
export function openRows(file: string, map: ColumnMap | null): RowFile {
  const stream = createReadStream(file, { encoding: 'utf8' });
  let bytes = 0;
  const pieces = readPieces(stream, (length) => {
    bytes += length;
  });
  return {
    rows: isCsvFile(file, map) ? readCsvRows(pieces, map) : readJsonRows(pieces),
    read: () => bytes,
  };
}

/** Small pieces of a text, counted in bytes once their rows are taken: a stream has read far ahead of rows with pictures. */
async function* readPieces(texts: AsyncIterable<string>, count: (bytes: number) => void): AsyncGenerator<string> {
  const encoder = new TextEncoder();
  for await (const text of texts) {
    for (let at = 0; at < text.length; at += PIECE_LENGTH) {
      const piece = text.slice(at, at + PIECE_LENGTH);
      yield piece;
      count(encoder.encode(piece).length);
    }
  }
}
