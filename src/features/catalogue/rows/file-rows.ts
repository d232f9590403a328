import * as v from 'valibot';
import { readCsv, type CsvRecord } from '../../../platform/text/csv-records.ts';
import { missingColumns, plainMap, readHeader, toDraft, type ColumnMap } from './column-map.ts';
import type { Draft } from './fields.ts';
import { readLines } from './jsonl.ts';
import { describeValue, type Problem } from './problems.ts';

/** A row of the file with its line, before its fields are read; or why it is none; or a remark on the header. */
export type FileRow =
  { line: number; draft: Draft } | { line: number; problem: Problem } | { line: number; remark: Problem };

/** The file lacks columns of its map. */
class ColumnsError extends Error {
  /** Commands print the message alone. */
  override readonly name = 'Problem';
}

const jsonObject = v.pipe(
  v.string(),
  v.parseJson(),
  v.check((value) => !Array.isArray(value)),
  v.record(v.string(), v.unknown()),
);

/** The file's own name of a field. */
export function getColumnName(field: string, map: ColumnMap | null): string {
  if (map === null) return field;
  if (field === 'id' && map.id.length > 0) return map.id.join(' + ');
  if (field === 'series' && map.series) return map.series.join(' + ');
  return map.columns[field] ?? field;
}

export async function* readJsonRows(pieces: AsyncIterable<string>): AsyncGenerator<FileRow> {
  for await (const { line, text } of readLines(pieces)) {
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

/** Throws a ColumnsError where the file lacks columns of its map. */
export function readCsvRows(
  pieces: AsyncIterable<string>,
  columnMap: ColumnMap | null,
  delimiter = ',',
): AsyncGenerator<FileRow> {
  return readTableRows(readCsv(pieces, delimiter), columnMap);
}

/** The rows below the header of a table. Throws a ColumnsError where it lacks columns of its map. */
export async function* readTableRows(
  records: AsyncIterable<CsvRecord> | Iterable<CsvRecord>,
  columnMap: ColumnMap | null,
): AsyncGenerator<FileRow> {
  let header: string[] | null = null;
  let map = columnMap;
  for await (const record of records) {
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
        throw new ColumnsError(`The file has no column ${missing.join(', ')}; it has ${header.join(', ')}.`);
    } else if (record.fields.length !== header.length) {
      const reason = `${record.fields.length} fields where the header has ${header.length}`;
      yield { line, problem: { column: '', reason, value: describeValue(record.fields.join(',')) } };
    } else {
      yield { line, draft: await toDraft(map, header, record.fields) };
    }
  }
}
