import { createReadStream, statSync } from 'node:fs';
import type { ColumnMap } from '../../src/features/catalogue/rows/column-map.ts';
import { readCsvRows, readJsonRows, readTableRows, type FileRow } from '../../src/features/catalogue/rows/file-rows.ts';
import type { CsvRecord } from '../../src/platform/text/csv-records.ts';
import { findFormat, readSheetRows } from './file-format.ts';

/** Characters: some rows. */
const PIECE_LENGTH = 4096;

export interface RowFile {
  rows: AsyncGenerator<FileRow>;
  /** Bytes of the rows taken so far, of a workbook by the share of its rows. */
  read: () => number;
}

/** A text is read as a table by its name, or because a column map was given for it. */
export function isCsvFile(file: string, map: ColumnMap | null): boolean {
  return map !== null || /\.[ct]sv$/i.test(file);
}

/**
 * Opens a file of titles: a table by a column map (or by its header), anything else as JSON Lines. A text is streamed, a
 * workbook is read whole. Throws a Problem where the file has a fault.
 */
export async function openRows(file: string, map: ColumnMap | null): Promise<RowFile> {
  const format = findFormat(file, isCsvFile(file, map));
  if (format === 'workbook') return openWorkbook(file, map);
  const stream = createReadStream(file, { encoding: 'utf8' });
  let bytes = 0;
  const pieces = readPieces(stream, (length) => {
    bytes += length;
  });
  return {
    rows: format === 'json' ? readJsonRows(pieces) : readCsvRows(pieces, map, format),
    read: () => bytes,
  };
}

async function openWorkbook(file: string, map: ColumnMap | null): Promise<RowFile> {
  const records = await readSheetRows(file);
  const { size } = statSync(file);
  let count = 0;
  function* countRecords(): Generator<CsvRecord> {
    for (const record of records) {
      yield record;
      count += 1;
    }
  }
  return { rows: readTableRows(countRecords(), map), read: () => Math.round((size * count) / records.length) };
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
