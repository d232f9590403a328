import { PICTURE_COLUMNS } from './picture-fields.ts';
import { FACT_COLUMNS, LISTED_COLUMNS, NAMED_COLUMNS } from './fact-readers.ts';

/** The fields of a row, as docs/import.md describes them; a CSV map gives each the name of a column. */
const LIST_FIELDS = ['countries', 'languages', 'genres', ...LISTED_COLUMNS] as const;

/** The fields that name people, with the job under which they are credited. */
export const PEOPLE_FIELDS = {
  cast: 'actor',
  directors: 'director',
  writers: 'writer',
  producers: 'producer',
  composers: 'composer',
  cinematographers: 'cinematographer',
} as const;

const TEXT_FIELDS = ['id', 'name', ...NAMED_COLUMNS, ...FACT_COLUMNS];

/** The fields by which a season or an episode belongs to its series. */
export const PART_FIELDS: readonly string[] = ['series', 'season', 'number', 'part', 'still'];

export const FIELDS: readonly string[] = [
  ...TEXT_FIELDS,
  ...LIST_FIELDS,
  ...Object.keys(PEOPLE_FIELDS),
  ...PART_FIELDS,
  ...Object.keys(PICTURE_COLUMNS),
  'stills',
  'trailer',
];

/** A row before it is read: what the file has for each field. */
export type Draft = Readonly<Record<string, unknown>>;

/** A field is empty if it is absent, null, an empty list or only spaces. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}
