import { foldDigits } from '../../platform/text/digits.ts';

/** `newest` is the latest year first, `year` the earliest; the others are highest first. */
export const SORTS = ['newest', 'views', 'rating', 'year'] as const;
export type Sort = (typeof SORTS)[number];

/** The filters of a browse page (spec 3.17, and the genre), in the order of addresses and forms. */
export const FILTERS = ['genre', 'f_type', 'country', 'lang', 'age'] as const;
export type FilterName = (typeof FILTERS)[number];

export const FILTER_TYPES = ['movie', 'series', 'video'] as const;
/** Ages of viewers in a form, in years. From 18 on every title passes. */
export const VIEWER_AGES = ['3', '7', '12', '15'] as const;
const ADULT = 18;
const MAX_PAGE = 100_000; // The API refuses larger page numbers

export interface BrowseOptions {
  filters: Partial<Record<FilterName, readonly string[]>>;
  ownSort: Sort | null;
}

export interface Browse {
  genre: string | undefined;
  f_type: (typeof FILTER_TYPES)[number] | undefined;
  country: string | undefined;
  lang: string | undefined;
  age: string | undefined;
  sort: Sort | undefined;
  page: number;
}

/** Reads the query in any case and any digits. Unknown values count as absent, ages round down. Never throws. */
export function readBrowse(query: URLSearchParams, { filters, ownSort }: BrowseOptions): Browse {
  const readParameter = (name: string) => foldDigits(query.get(name) ?? '').trim();
  const readFilter = (name: FilterName) => {
    const text = name === 'age' ? roundDownAge(readParameter(name)) : readParameter(name).toLowerCase();
    return filters[name]?.find((value) => value.toLowerCase() === text);
  };
  const type = readFilter('f_type');
  const sort = SORTS.find((name) => name === readParameter('sort').toLowerCase());
  return {
    genre: readFilter('genre'),
    f_type: FILTER_TYPES.find((name) => name === type),
    country: readFilter('country'),
    lang: readFilter('lang'),
    age: readFilter('age'),
    sort: sort === ownSort ? undefined : sort,
    page: readPage(readParameter('page')),
  };
}

/** A text that is not a page number is page 1; a number above the maximum is the maximum. */
export function readPage(text: string): number {
  const digits = /^0*([1-9]\d*)$/.exec(foldDigits(text).trim())?.[1];
  if (digits === undefined) return 1;
  return digits.length > String(MAX_PAGE).length ? MAX_PAGE : Math.min(Number(digits), MAX_PAGE);
}

function roundDownAge(text: string): string {
  if (!/^\d{1,9}$/.test(text)) return '';
  const age = Number(text);
  if (age === 0 || age >= ADULT) return '';
  return VIEWER_AGES.findLast((choice) => Number(choice) <= age) ?? VIEWER_AGES[0];
}

/** The canonical address: defaults are left out, the order is fixed. */
export function getBrowseAddress(path: string, browse: Browse): string {
  const query = new URLSearchParams();
  for (const name of [...FILTERS, 'sort'] as const) {
    const value = browse[name];
    if (value !== undefined) query.set(name, value);
  }
  if (browse.page > 1) query.set('page', String(browse.page));
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** True if anything but the page differs from the default. Filtered pages are not indexed. */
export function isFiltered(browse: Browse): boolean {
  return browse.sort !== undefined || FILTERS.some((name) => browse[name] !== undefined);
}

/** The canonical address of the nearest existing page; null if `url` is it. A permanent one ignores the page count. */
export function findNearestPage(
  url: Pick<URL, 'pathname' | 'searchParams'>,
  path: string,
  browse: Browse,
  pages: number,
): { address: string; isPermanent: boolean } | null {
  const address = getBrowseAddress(path, { ...browse, page: Math.min(browse.page, pages) });
  const canonical = new URLSearchParams(address.slice(path.length));
  const getValues = (query: URLSearchParams) =>
    JSON.stringify([...FILTERS, 'sort', 'page'].map((name) => query.getAll(name)));
  const isSameQuery = getValues(url.searchParams) === getValues(canonical);
  return isSameQuery && url.pathname === path ? null : { address, isPermanent: browse.page <= pages };
}
