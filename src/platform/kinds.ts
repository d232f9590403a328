export const TITLE_KINDS = ['movie', 'series', 'episode', 'video'] as const; // Ids are unique over all kinds
export type TitleKind = (typeof TITLE_KINDS)[number];

/** The kinds of title that are imported; episodes belong to a series. */
export const IMPORT_KINDS = ['movie', 'series', 'video'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** Parts of a series, which are rows of their own in a file. */
export const PART_KINDS = ['season', 'episode'] as const;
export type PartKind = (typeof PART_KINDS)[number];

export const RELEASE_STATES = ['released', 'presale', 'not_released'] as const;
export type ReleaseState = (typeof RELEASE_STATES)[number];

export const STORED_STATES = [...RELEASE_STATES, 'hidden'] as const;
export type StoredState = (typeof STORED_STATES)[number];

export const AGE_REASONS = [
  'violence',
  'fear',
  'language',
  'smoking',
  'drugs',
  'sex',
  'discrimination',
  'grief',
] as const;

export const CREDIT_JOBS = ['actor', 'director', 'writer', 'producer', 'composer', 'cinematographer'] as const;
export type CreditJob = (typeof CREDIT_JOBS)[number];

export const ACCESS_KINDS = ['free', 'subscription', 'download_only'] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

export const LIST_LAYOUTS = ['posters', 'wide', 'ranked', 'collection'] as const;
export type ListLayout = (typeof LIST_LAYOUTS)[number];
/** Kinds of titles that a list may be the chart of. */
export const CHART_KINDS = ['movie', 'series', 'video'] as const;
export const CHART_PERIODS = ['week'] as const;

export function isTitleKind(text: string): text is TitleKind {
  return TITLE_KINDS.some((kind) => kind === text);
}
