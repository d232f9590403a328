export const OWN_LISTS = ['later', 'watching', 'watched'] as const; // The player fills the last two
export type OwnList = (typeof OWN_LISTS)[number];

/** In the order of /profile. Purchases fill `bought`. */
export const MY_LISTS = ['watching', 'later', 'bought', 'watched'] as const;
export type MyList = (typeof MY_LISTS)[number];

/** Lists that a viewer adds to by hand. */
export const ADDED_LISTS = ['later', 'watched'] as const;

/** In the app a form without script returns to the title's page, whose hash shows the result. */
export const FAILED_ID = 'list-failed';
export const getAddedId = (list: OwnList) => `added-${list}`;

/** Null for other texts and for 'bought', which viewers cannot change. */
export function parseOwnList(text: string | null | undefined): OwnList | null {
  return OWN_LISTS.find((list) => list === text) ?? null;
}

export function parseMyList(text: string | null | undefined): MyList | null {
  return MY_LISTS.find((list) => list === text) ?? null;
}
