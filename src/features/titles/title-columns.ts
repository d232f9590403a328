import * as v from 'valibot';
import { ACCESS_KINDS, RELEASE_STATES, TITLE_KINDS } from '../../platform/kinds.ts';

/**
 * Each column of a title, declared once: the table, contracts, importer and seed are derived (docs/new-field.md). These
 * are schemas, since contracts reach browsers and Drizzle must not. An answer may leave out what is `nullish`.
 */
export const cardColumns = {
  id: v.number(),
  kind: v.picklist(TITLE_KINDS),
  name_fa: v.string(),
  name_en: v.string(),
  year: v.number(),
  minutes: v.number(),
  age: v.number(),
  rating: v.nullable(v.pipe(v.number(), v.metadata({ isDecimal: true }))),
  access: v.picklist(ACCESS_KINDS),
  release: v.picklist(RELEASE_STATES),
  iranian: v.boolean(), // The year of an Iranian work is shown in the Jalali calendar
  art: v.nullable(v.string()), // Keys the poster's image; null means a generated one
  art_en: v.nullish(v.string()), // The poster of English pages, if its lettering differs
};

export const pageColumns = {
  name_latin: v.string(),
  synopsis_fa: v.string(),
  synopsis_en: v.string(),
  awards_fa: v.nullish(v.string()),
  awards_en: v.nullish(v.string()),
  release_date: v.nullable(v.string()),
  backdrop: v.nullable(v.string()),
  focus_x: v.nullish(v.number()), // The backdrop's focal point, in percent from its left and top
  focus_y: v.nullish(v.number()),
  logo_fa: v.nullish(v.string()), // Keys the lettered name
  logo_en: v.nullish(v.string()),
  still: v.nullish(v.string()), // Keys an episode's picture
  age_reasons: v.nullish(v.string()), // Keys of AGE_REASONS, separated by commas
  available_until: v.nullish(v.string()), // Its last day in Tehran
  available_countries: v.nullish(v.string()), // Codes by commas; null: everywhere
  seo_title_fa: v.nullish(v.string()), // For search engines, in place of the name
  seo_title_en: v.nullish(v.string()),
  seo_description_fa: v.nullish(v.string()), // The same in place of the synopsis
  seo_description_en: v.nullish(v.string()),
  season: v.nullable(v.number()),
  number: v.nullable(v.number()),
  updated_at: v.number(),
};

const storedColumns = {
  views: v.number(),
  series_id: v.nullable(v.number()),
  media: v.nullable(v.string()), // The folder of its manifest in R2; null for a title without a video
  trailer: v.nullish(v.string()), // The same of its trailer
  available_networks: v.nullish(v.string()), // AS numbers by commas
};

export const titleColumns = { ...cardColumns, ...pageColumns, ...storedColumns };
export type TitleColumn = keyof typeof titleColumns;
