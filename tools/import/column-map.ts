import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { foldForSearch } from '../../src/platform/text/persian-text.ts';
import { FIELDS, type Draft } from './fields.ts';
import { isPlaceholder } from './placeholders.ts';

const column = v.pipe(v.string(), v.nonEmpty());

/** A column map: where in a CSV file each field stands. See docs/import.md. */
const columnMap = v.strictObject({
  /** Begins every id of the file, so that two sources never name the same title. */
  source: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be small letters, digits and hyphens')),
  /** The column of the id; several together name a title where the file has none. */
  id: v.pipe(v.array(column), v.nonEmpty()),
  columns: v.record(v.picklist([...FIELDS], 'is no field of a title'), column),
  /** For fields that a row leaves empty. */
  defaults: v.optional(
    v.record(v.picklist([...FIELDS], 'is no field of a title'), v.union([v.string(), v.number()])),
    {},
  ),
});
export type ColumnMap = v.InferOutput<typeof columnMap>;

/** Reads a map; throws an Error that says what is wrong with it. */
export function readColumnMap(file: string): ColumnMap {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), columnMap), readFileSync(file, 'utf8'));
  if (parsed.success) return parsed.output;
  const problems = parsed.issues.map((issue) => `  ${v.getDotPath(issue) ?? ''} ${issue.message}`);
  throw new Error(`${file} is no column map:\n${problems.join('\n')}`);
}

/** For a file whose columns have the names of the fields. */
export function plainMap(header: readonly string[]): ColumnMap {
  const columns = Object.fromEntries(header.filter((name) => FIELDS.includes(name)).map((name) => [name, name]));
  return { source: 'csv', id: ['id'], columns, defaults: {} };
}

/** The columns that a map names and a file does not have. */
export function missingColumns(map: ColumnMap, header: readonly string[]): string[] {
  return [...new Set([...map.id, ...Object.values(map.columns)])].filter((name) => !header.includes(name));
}

/** The row of a CSV file as the fields that the map finds in it. An empty row stays empty: it gets no defaults. */
export function toDraft(map: ColumnMap, header: readonly string[], fields: readonly string[]): Draft {
  const cells = new Map(header.map((name, at) => [name, (fields[at] ?? '').trim()]));
  const namedCells = Object.entries(map.columns).map(([field, name]) => [field, cells.get(name) ?? ''] as const);
  const draft = Object.fromEntries(
    namedCells.filter(([field, value]) => value !== '' && !(field in map.defaults && isPlaceholder(value, field))),
  );
  if (Object.keys(draft).length === 0) return {};
  return { ...map.defaults, ...draft, id: externalId(map, cells) };
}

/** Keeps the id of one column; ids of several are hashed, so that spaces and spellings of letters do not matter. */
function externalId(map: ColumnMap, cells: ReadonlyMap<string, string>): string {
  const parts = map.id.map((name) => cells.get(name) ?? '').map((part) => (isPlaceholder(part) ? '' : part));
  const [only = ''] = parts;
  if (parts.length === 1) return only === '' ? '' : `${map.source}:${only}`;
  const hash = createHash('sha256').update(parts.map(foldForSearch).join('\n'));
  return `${map.source}:${hash.digest('hex').slice(0, 20)}`;
}
