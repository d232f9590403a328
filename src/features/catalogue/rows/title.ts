import * as v from 'valibot';
import { titleColumns } from '../../titles/title-columns.ts';
import { few, name, seoDescription, seoTitle, text } from '../../titles/facts/limits.ts';
import { describeColumn, toCamelCase, type CamelCase } from '../../../platform/db/columns.ts';
import { CREDIT_JOBS, STORED_STATES, type StoredState } from '../../../platform/kinds.ts';
import { FACT_COLUMNS, LISTED_COLUMNS, NAMED_COLUMNS } from './fact-readers.ts';
import { IMPORT_KINDS, type ImportKind } from '../../../platform/kinds.ts';

/** People of all jobs. */
export const PEOPLE_MAX = 200;

export const externalId = v.pipe(v.string(), v.nonEmpty('is empty'), v.maxLength(120, 'is longer than 120 characters'));
export const path = v.pipe(v.string(), v.maxLength(500, 'is longer than 500 characters'));

/** A person as a row names them: in one language or in both; the other is made when the person is new. */
const credit = v.strictObject({
  job: v.picklist(CREDIT_JOBS),
  name_fa: v.optional(name),
  name_en: v.optional(name),
  role_fa: v.optional(name),
  role_en: v.optional(name),
  portrait: v.optional(path),
});
export type Credit = v.InferOutput<typeof credit>;

export const TITLE_COLUMNS = [...NAMED_COLUMNS, ...FACT_COLUMNS, ...LISTED_COLUMNS];
type Column = (typeof TITLE_COLUMNS)[number];
type Value<C extends Column> = C extends 'kind'
  ? ImportKind
  : C extends 'release'
    ? StoredState
    : v.InferOutput<(typeof titleColumns)[C]>;
type Entries = { [C in Column as CamelCase<C>]: v.GenericSchema<Value<C>> };

const LIMITS = [
  ['name_', name],
  ['seo_title_', seoTitle],
  ['seo_description_', seoDescription],
] as const;

/** The schema of a column with the limits of an imported value. */
function limit(column: Column): v.GenericSchema {
  if (column === 'kind') return v.picklist(IMPORT_KINDS);
  if (column === 'release') return v.picklist(STORED_STATES);
  const { type, value, isOptional } = describeColumn(titleColumns[column]);
  const number = type === 'integer' ? v.pipe(v.number(), v.integer()) : value;
  const limited = value.type !== 'string' ? number : (LIMITS.find(([start]) => column.startsWith(start))?.[1] ?? text);
  return isOptional ? v.nullish(limited) : limited;
}

/** A row that is fit to be stored: every limit of the tables, the pages and docs/import.md. Years are Gregorian. */
export const importTitle = v.strictObject({
  externalId,
  ...(Object.fromEntries(TITLE_COLUMNS.map((column) => [toCamelCase(column), limit(column)])) as Entries),
  countries: few(v.string()),
  languages: few(v.string()),
  genres: few(v.string()),
  pictures: v.optional(v.record(v.string(), path)),
  stills: v.optional(few(path)),
  /** A folder of media. */
  trailer: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,120}$/, 'is not the name of a folder of media'))),
  credits: v.pipe(v.array(credit), v.maxLength(PEOPLE_MAX, `names more than ${PEOPLE_MAX} people`)),
});
export type ImportTitle = v.InferOutput<typeof importTitle>;

/** The title's values by the table's columns. */
export function toColumns(title: ImportTitle) {
  return Object.fromEntries(TITLE_COLUMNS.map((column) => [column, title[toCamelCase(column)]]));
}
