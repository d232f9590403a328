import type { TitleColumn } from '../../src/features/titles/title-columns.ts';
import * as facts from './parse/facts.ts';
import { parseDate } from './parse/date.ts';
import { parseMinutes } from './parse/minutes.ts';
import type { Parsed } from './parse/parsed.ts';
import { parseYear } from './parse/year.ts';

/** Default age of a file without ages: above the children's ratings, so that nothing unrated reaches a child. */
const DEFAULT_AGE = 12;

export interface FactReader {
  /** `thisYear`: Gregorian. */
  parse: (raw: string | number, thisYear: number) => Parsed<string | number>;
  /** The value of a blank field; without one the field is required. */
  fallback?: string | number | null;
}
/** A text is cleaned; a blank field has `blank`. */
export interface TextReader {
  blank: '' | undefined;
}

/** Columns that read-row.ts reads from fields of several columns, since they depend on each other. */
export const NAMED_COLUMNS = ['kind', 'name_fa', 'name_en', 'name_latin'] as const satisfies TitleColumn[];
/** Columns that batch.ts decides, and those that only the seed and `npm run ingest` fill. */
type OtherColumn =
  | 'id'
  | 'iranian'
  | 'updated_at'
  | 'series_id'
  | 'season'
  | 'number'
  | 'media'
  | 'trailer'
  | 'art'
  | 'art_en'
  | 'backdrop'
  | 'focus_x'
  | 'focus_y'
  | 'logo_fa'
  | 'logo_en'
  | 'still'
  | 'age_reasons'
  | 'available_until';
type FactColumn = Exclude<TitleColumn, OtherColumn | (typeof NAMED_COLUMNS)[number]>;

/** The readers of the other columns of docs/import.md. */
export const FACTS = {
  year: { parse: parseYear },
  minutes: { parse: parseMinutes },
  age: { parse: facts.parseAge, fallback: DEFAULT_AGE },
  rating: { parse: facts.parseRating, fallback: null },
  views: { parse: facts.parseViews, fallback: 0 },
  access: { parse: facts.parseAccess, fallback: 'subscription' },
  release: { parse: facts.parseRelease, fallback: 'released' },
  release_date: { parse: parseDate, fallback: null },
  synopsis_fa: { blank: '' },
  synopsis_en: { blank: '' },
  awards_fa: { blank: undefined },
  awards_en: { blank: undefined },
} satisfies Record<FactColumn, FactReader | TextReader>;

export const FACT_COLUMNS = Object.keys(FACTS) as FactColumn[];
