import type { TitleKind } from '../../platform/kinds.ts';

/** Fields of a title that the desk edits. Each has its value as a text; lists are keys by commas. */
export const TITLE_FIELDS = [
  ...(['name_fa', 'name_en', 'name_latin', 'synopsis_fa', 'synopsis_en', 'awards_fa', 'awards_en'] as const),
  ...(['year', 'minutes', 'age', 'age_reasons', 'genres', 'countries', 'languages'] as const),
] as const;
export type TitleField = (typeof TITLE_FIELDS)[number];

/** An episode has the rest from its series, as in an import. */
const EPISODE_FIELDS: readonly TitleField[] = ['name_fa', 'name_en', 'synopsis_fa', 'synopsis_en', 'minutes'];

export function listFields(kind: TitleKind): readonly TitleField[] {
  return kind === 'episode' ? EPISODE_FIELDS : TITLE_FIELDS;
}

export type TitleValues = Record<TitleField, string | null>;
