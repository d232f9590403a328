/** The lists of a visitor's own that they change: to watch later, begun, and seen. The player fills the last two. */
export const OWN_LISTS = ['later', 'watching', 'watched'] as const;
export type OwnList = (typeof OWN_LISTS)[number];

/** All lists of /profile, in their order there: what was bought is the ledger's to say. */
export const MY_LISTS = ['watching', 'later', 'bought', 'watched'] as const;
export type MyList = (typeof MY_LISTS)[number];

/** The list of one's own that a text names, or null; 'bought' is none that can be changed. */
export function parseOwnList(text: string | null | undefined): OwnList | null {
  return OWN_LISTS.find((list) => list === text) ?? null;
}

/** Any list that a text names, or null. */
export function parseMyList(text: string | null | undefined): MyList | null {
  return MY_LISTS.find((list) => list === text) ?? null;
}
