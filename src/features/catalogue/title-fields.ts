import type { TitleKind } from '../../platform/kinds.ts';

/** Texts for search engines; null: the page's own. */
export const SEO_FIELDS = ['seo_title_fa', 'seo_title_en', 'seo_description_fa', 'seo_description_en'] as const;
/** Fields of a title that the desk edits. Each has its value as a text; lists are keys by commas. */
export const TITLE_FIELDS = [
  ...(['name_fa', 'name_en', 'name_latin', 'synopsis_fa', 'synopsis_en', 'awards_fa', 'awards_en'] as const),
  ...SEO_FIELDS,
  ...(['year', 'minutes', 'age', 'age_reasons', 'genres', 'countries', 'languages'] as const),
  ...(['credits', 'related', 'seasons', 'markers', 'chapters'] as const),
  ...(['access', 'release', 'release_date', 'available_until', 'available_countries', 'available_networks'] as const),
  ...(['season', 'number'] as const),
] as const;
/** As many as a page shows. */
export const MAX_RELATED = 12;
export type TitleField = (typeof TITLE_FIELDS)[number];

/** An episode has the rest from its series, as in an import. */
export const EPISODE_FIELDS = [
  ...(['name_fa', 'name_en', 'synopsis_fa', 'synopsis_en', 'minutes', 'season', 'number'] as const),
  ...(['release_date', 'available_until', 'available_countries', 'available_networks'] as const),
] satisfies readonly TitleField[];
const OF_EPISODES: readonly TitleField[] = ['season', 'number'];
/** Of a title that is one film. Null: as in the film's file. */
export const TIMELINE_FIELDS = ['markers', 'chapters'] as const satisfies readonly TitleField[];
/** Fields that are lists in tables of their own. */
export const LISTED_FIELDS: readonly TitleField[] = ['credits', 'related', 'seasons', ...TIMELINE_FIELDS];

export function listFields(kind: TitleKind): readonly TitleField[] {
  if (kind === 'episode') return [...EPISODE_FIELDS, ...SEO_FIELDS, ...TIMELINE_FIELDS];
  const others: readonly TitleField[] =
    kind === 'series' ? [...OF_EPISODES, ...TIMELINE_FIELDS] : [...OF_EPISODES, 'seasons'];
  return TITLE_FIELDS.filter((field) => !others.includes(field));
}

export type TitleValues = Record<TitleField, string | null>;
