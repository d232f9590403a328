import type { TitleColumn } from '../../titles/title-columns.ts';
import { parseCountries, parseNetworks } from '../../titles/facts/areas.ts';
import * as facts from '../../titles/facts/facts.ts';
import { parseDate } from '../../titles/facts/date.ts';
import { parseMinutes } from '../../titles/facts/minutes.ts';
import type { Parsed } from '../../titles/facts/parsed.ts';
import { parseYear } from '../../titles/facts/year.ts';

/** Default age of a file without ages: above the children's ratings, so that nothing unrated reaches a child. */
const DEFAULT_AGE = 12;

export interface FactReader {
  /** `thisYear`: Gregorian. */
  parse: (raw: string | number, thisYear: number) => Parsed<string | number>;
  /** The value of a blank field; without one the field is required, or left out where it is optional. */
  fallback?: string | number | null;
  isOptional?: true;
}
/** A text is cleaned; a blank field has `blank`. */
export interface TextReader {
  blank: '' | undefined;
}

/** Columns that read-row.ts reads from fields of several columns, since they depend on each other. */
export const NAMED_COLUMNS = ['kind', 'name_fa', 'name_en', 'name_latin'] as const satisfies TitleColumn[];
/** Columns that hold keys of a list; those that are not known are left out. */
export const LISTED_COLUMNS = ['age_reasons'] as const satisfies TitleColumn[];
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
  | 'logo_fa'
  | 'logo_en'
  | 'still';
type FactColumn = Exclude<TitleColumn, OtherColumn | (typeof NAMED_COLUMNS | typeof LISTED_COLUMNS)[number]>;

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
  available_until: { parse: parseDate, isOptional: true },
  available_countries: { parse: parseCountries, isOptional: true },
  available_networks: { parse: parseNetworks, isOptional: true },
  focus_x: { parse: facts.parsePercent, isOptional: true },
  focus_y: { parse: facts.parsePercent, isOptional: true },
  synopsis_fa: { blank: '' },
  synopsis_en: { blank: '' },
  awards_fa: { blank: undefined },
  awards_en: { blank: undefined },
  seo_title_fa: { blank: undefined },
  seo_title_en: { blank: undefined },
  seo_description_fa: { blank: undefined },
  seo_description_en: { blank: undefined },
} satisfies Record<FactColumn, FactReader | TextReader>;

export const FACT_COLUMNS = Object.keys(FACTS) as FactColumn[];
