/** The index's row number holds the popularity: FTS5 returns matches by it, the best first without reading all. */

/** Part of every row number: append only. */
export const SEARCH_TYPES = ['movie', 'series', 'video', 'person', 'genre', 'channel', 'magazine'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

const AGES = [0, 7, 12, 15, 18] as const; // Any other rating counts as the next higher one

const ID_BITS = 28;
const CODE_BITS = 3;
export const AGE_SHIFT = ID_BITS + CODE_BITS;
export const TYPE_SHIFT = ID_BITS;
export const CODE_MASK = 2 ** CODE_BITS - 1;
const STEPS = 32; // Steps of 1/32 of a doubling, up to 2^32 views
const MAX_UNPOPULARITY = 2 ** 10 - 1;
const POPULARITY_UNIT = 2 ** (AGE_SHIFT + CODE_BITS);

interface Numbered {
  type: SearchType;
  id: number; // Below 2^28
  views: number;
  age: number; // Years
}

/** Below 2^44. Throws a RangeError on an id that does not fit. */
export function encodeDocId({ type, id, views, age }: Numbered): number {
  if (!Number.isInteger(id) || id < 0 || id >= 2 ** ID_BITS) throw new RangeError(`search: id ${String(id)}`);
  const popularity = Math.min(MAX_UNPOPULARITY, Math.floor(Math.log2(1 + Math.max(0, views)) * STEPS));
  return (
    (MAX_UNPOPULARITY - popularity) * POPULARITY_UNIT +
    ageCode(age) * 2 ** AGE_SHIFT +
    getTypeCode(type) * 2 ** TYPE_SHIFT +
    id
  );
}

export function getTypeCode(type: SearchType): number {
  return SEARCH_TYPES.indexOf(type);
}

/** The highest age code for a viewer of `maxAge`. */
export function getMaxAgeCode(maxAge: number): number {
  return AGES.findLastIndex((age) => age <= maxAge);
}

function ageCode(age: number): number {
  const code = AGES.findIndex((limit) => age <= limit);
  return code < 0 ? AGES.length - 1 : code;
}
