import * as v from 'valibot';
import { sha256 } from '../../../platform/http/hash.ts';
import { foldForSearch } from '../../../platform/text/persian-text.ts';
import { FIELDS, type Draft } from './fields.ts';
import { isPlaceholder } from './placeholders.ts';

const column = v.pipe(v.string(), v.nonEmpty());

/** A column map: where in a CSV file each field stands. See docs/import.md. */
const columnMap = v.pipe(
  v.strictObject({
    /** Begins every id of the file, so that two sources never name the same title. */
    source: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be small letters, digits and hyphens')),
    /** The column of the id; several together name a title where the file has none. */
    id: v.optional(v.array(column), []),
    /** The columns that together name the series of a row, as `id` names it in its own file; `=text` is that text. */
    series: v.optional(v.pipe(v.array(column), v.nonEmpty())),
    columns: v.record(v.picklist([...FIELDS], 'is no field of a title'), column),
    /** For fields that a row leaves empty. */
    defaults: v.optional(
      v.record(v.picklist([...FIELDS], 'is no field of a title'), v.union([v.string(), v.number()])),
      {},
    ),
  }),
  v.check(({ id, series, columns }) => id.length > 0 || series !== undefined || 'series' in columns, 'has no id'),
);
export type ColumnMap = v.InferOutput<typeof columnMap>;

/** Reads the text of a map; throws an Error that says what is wrong with it. `name` is that of its file. */
export function parseColumnMap(text: string, name: string): ColumnMap {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), columnMap), text);
  if (parsed.success) return parsed.output;
  const problems = parsed.issues.map((issue) => `  ${v.getDotPath(issue) ?? ''} ${issue.message}`);
  throw new Error(`${name} is no column map:\n${problems.join('\n')}`);
}

/** Begins the ids of CSV files without a map. */
export const CSV_SOURCE = 'csv';

/** The field that a column of a file without a map means: as it is spelled, or with capitals, spaces and hyphens. */
function spellField(column: string): string {
  return column.toLowerCase().replace(/[\s_-]+/g, '_');
}

/** The header with fields as docs/import.md spells them, and the columns that are none; a field named twice stands once. */
export function readHeader(names: readonly string[]): { header: string[]; strange: string[] } {
  const header: string[] = [];
  for (const name of names) {
    const field = spellField(name);
    header.push(FIELDS.includes(field) && !names.includes(field) && !header.includes(field) ? field : name);
  }
  return { header, strange: header.filter((name) => name !== '' && !FIELDS.includes(name)) };
}

/** For a file whose columns have the names of the fields. */
export function plainMap(header: readonly string[]): ColumnMap {
  const hasSeries = header.includes('series');
  const names = header.filter((name) => FIELDS.includes(name) && name !== 'series');
  const columns = Object.fromEntries(names.map((name) => [name, name]));
  // An episode without an id is named by its series and numbers.
  const id = hasSeries && !header.includes('id') ? [] : ['id'];
  return { source: CSV_SOURCE, id, columns, defaults: {}, ...(hasSeries && { series: ['series'] }) };
}

/** The columns that a map names and a file does not have. */
export function missingColumns(map: ColumnMap, header: readonly string[]): string[] {
  const series = (map.series ?? []).filter((name) => !isConstant(name));
  return [...new Set([...map.id, ...series, ...Object.values(map.columns)])].filter((name) => !header.includes(name));
}

/** The row of a CSV file as the fields that the map finds in it. An empty row stays empty: it gets no defaults. */
export async function toDraft(map: ColumnMap, header: readonly string[], fields: readonly string[]): Promise<Draft> {
  const cells = new Map(header.map((name, at) => [name, (fields[at] ?? '').trim()]));
  const namedCells = Object.entries(map.columns).map(([field, name]) => [field, cells.get(name) ?? ''] as const);
  const draft = Object.fromEntries(
    namedCells.filter(([field, value]) => value !== '' && !(field in map.defaults && isPlaceholder(value, field))),
  );
  if (Object.keys(draft).length === 0) return {};
  const series = map.series && { series: await buildExternalId(map.source, map.series, cells) };
  return { ...map.defaults, ...draft, ...series, id: await buildExternalId(map.source, map.id, cells) };
}

function isConstant(name: string): boolean {
  return name.startsWith('=');
}

/** Keeps the id of one column; ids of several are hashed, so that spaces and spellings of letters do not matter. */
async function buildExternalId(
  source: string,
  names: readonly string[],
  cells: ReadonlyMap<string, string>,
): Promise<string> {
  const parts = names
    .map((name) => (isConstant(name) ? name.slice(1) : (cells.get(name) ?? '')))
    .map((part) => (isPlaceholder(part) ? '' : part));
  const [only = ''] = parts;
  if (parts.length <= 1) return only === '' ? '' : `${source}:${only}`;
  const hash = await sha256(parts.map(foldForSearch).join('\n'));
  return `${source}:${hash.slice(0, 20)}`;
}
