import { createReadStream } from 'node:fs';
import * as v from 'valibot';
import { problem } from '../lib/progress.ts';
import { toDraft, missingColumns, plainMap, readHeader, type ColumnMap } from './column-map.ts';
import { readCsv } from '../../src/platform/text/csv-records.ts';
import type { Draft } from './fields.ts';
import { readLines } from './jsonl.ts';
import { describeValue, type Problem } from './problems.ts';

/** A row of the file with its line, before its fields are read; or why it is none; or a remark on the header. */
export type FileRow =
  { line: number; draft: Draft } | { line: number; problem: Problem } | { line: number; remark: Problem };

/** Characters: some rows. */
const PIECE_LENGTH = 4096;

export interface RowFile {
  rows: AsyncGenerator<FileRow>;
  /** Bytes of the rows taken so far. */
  read: () => number;
}

const jsonObject = v.pipe(
  v.string(),
  v.parseJson(),
  v.check((value) => !Array.isArray(value)),
  v.record(v.string(), v.unknown()),
);

/** A file is read as CSV by its name, or because a column map was given for it. */
export function isCsvFile(file: string, map: ColumnMap | null): boolean {
  return map !== null || file.toLowerCase().endsWith('.csv');
}

/** The file's own name of a field. */
export function getColumnName(field: string, map: ColumnMap | null): string {
  if (map === null) return field;
  if (field === 'id' && map.id.length > 0) return map.id.join(' + ');
  if (field === 'series' && map.series) return map.series.join(' + ');
  return map.columns[field] ?? field;
}

/** Opens a file of titles: `.csv` by a column map (or by its header), anything else as JSON Lines. It is streamed. */
export function openRows(file: string, map: ColumnMap | null): RowFile {
  const stream = createReadStream(file, { encoding: 'utf8' });
  let bytes = 0;
  const pieces = readPieces(stream, (length) => {
    bytes += length;
  });
  return {
    rows: isCsvFile(file, map) ? csvRows(pieces, map) : jsonRows(pieces),
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

async function* jsonRows(stream: AsyncIterable<string>): AsyncGenerator<FileRow> {
  for await (const { line, text } of readLines(stream)) {
    const parsed = v.safeParse(jsonObject, text);
    if (parsed.success) yield { line, draft: parsed.output };
    else
      yield { line, problem: { column: '', reason: 'not an object of JSON on one line', value: describeValue(text) } };
  }
}

/** Excel's first line `sep=,` names the separator. */
function isSeparatorLine([first = '', ...others]: readonly string[]): boolean {
  return /^sep=$/i.test(first.trim()) && others.every((field) => field === '');
}

async function* csvRows(stream: AsyncIterable<string>, columnMap: ColumnMap | null): AsyncGenerator<FileRow> {
  let header: string[] | null = null;
  let map = columnMap;
  for await (const record of readCsv(stream)) {
    const { line } = record;
    if (line === 1 && 'fields' in record && isSeparatorLine(record.fields)) continue;
    if ('error' in record) {
      yield { line, problem: { column: '', reason: record.error, value: '' } };
    } else if (header === null || map === null) {
      header = record.fields.map((name) => name.trim());
      if (map === null) {
        const { strange, ...plain } = readHeader(header);
        header = plain.header;
        map = plainMap(header);
        for (const column of strange) yield { line, remark: { column, reason: 'no such field: left out', value: '' } };
      }
      const missing = missingColumns(map, header);
      if (missing.length > 0)
        throw problem(`The file has no column ${missing.join(', ')}; it has ${header.join(', ')}.`);
    } else if (record.fields.length !== header.length) {
      const reason = `${record.fields.length} fields where the header has ${header.length}`;
      yield { line, problem: { column: '', reason, value: describeValue(record.fields.join(',')) } };
    } else {
      yield { line, draft: toDraft(map, header, record.fields) };
    }
  }
}
