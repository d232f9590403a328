import { foldDigits } from '../../platform/text/digits.ts';

/** `newest` is the latest year first, `year` the earliest; the others are highest first. */
export const SORTS = ['newest', 'views', 'rating', 'year'] as const;
export type Sort = (typeof SORTS)[number];

/** The filters of a browse page (spec 3.17, and the genre), in the order in which addresses and forms have them. */
export const FILTERS = ['genre', 'f_type', 'country', 'lang', 'age'] as const;
export type FilterName = (typeof FILTERS)[number];

export const FILTER_TYPES = ['movie', 'series', 'video'] as const;
/** The viewer's ages that a form offers, in years; from 18 on every title passes. */
export const VIEWER_AGES = ['3', '7', '12', '15'] as const;
const ADULT = 18;
/** No catalogue of ours has so many pages; the API refuses larger numbers. */
const MAX_PAGE = 100_000;

/** What a page offers: the values of each of its filters, and the order it has by itself (null: an editor's). */
export interface Offer {
  filters: Partial<Record<FilterName, readonly string[]>>;
  ownSort: Sort | null;
}

/** What a visitor asks of a browse page. Undefined is any, and for `sort` the page's own order. */
export interface Browse {
  genre: string | undefined;
  f_type: (typeof FILTER_TYPES)[number] | undefined;
  country: string | undefined;
  lang: string | undefined;
  age: string | undefined;
  sort: Sort | undefined;
  page: number;
}

/**
 * Reads the query of a browse page. Capitals and Persian digits count as what they mean; a value that the page does
 * not offer is as good as absent, an age between two offered ones is the lower of them. Never fails.
 */
export function readBrowse(query: URLSearchParams, { filters, ownSort }: Offer): Browse {
  const readParameter = (name: string) => foldDigits(query.get(name) ?? '').trim();
  const readFilter = (name: FilterName) => {
    const wanted = name === 'age' ? nearestAge(readParameter(name)) : readParameter(name).toLowerCase();
    return filters[name]?.find((value) => value.toLowerCase() === wanted);
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

/** The page that a text asks for; anything that is no page number is the first, a larger one the largest there is. */
export function readPage(text: string): number {
  const digits = /^0*([1-9]\d*)$/.exec(foldDigits(text).trim())?.[1];
  if (digits === undefined) return 1;
  return digits.length > String(MAX_PAGE).length ? MAX_PAGE : Math.min(Number(digits), MAX_PAGE);
}

function nearestAge(text: string): string {
  if (!/^\d{1,9}$/.test(text)) return '';
  const age = Number(text);
  if (age === 0 || age >= ADULT) return '';
  return VIEWER_AGES.findLast((readFilter) => Number(readFilter) <= age) ?? VIEWER_AGES[0];
}

/** The one address of what `browse` asks for on a page: only what is not the default, always in the same order. */
export function browseAddress(path: string, browse: Browse): string {
  const query = new URLSearchParams();
  for (const name of [...FILTERS, 'sort'] as const) {
    const value = browse[name];
    if (value !== undefined) query.set(name, value);
  }
  if (browse.page > 1) query.set('page', String(browse.page));
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Whether anything but the page differs from the default; such pages are not indexed. */
export function isFiltered(browse: Browse): boolean {
  return browse.sort !== undefined || FILTERS.some((name) => browse[name] !== undefined);
}

/**
 * Where to send a visitor who asked for `url`, read as `browse` of `path`, where there are `pages` pages: the nearest
 * page that there is, or null where `url` is that page's own address. Parameters that mean nothing here do not count.
 * `lasting` is false where the answer depends on how many titles there are now.
 */
export function nearestPage(
  url: Pick<URL, 'pathname' | 'searchParams'>,
  path: string,
  browse: Browse,
  pages: number,
): { address: string; lasting: boolean } | null {
  const address = browseAddress(path, { ...browse, page: Math.min(browse.page, pages) });
  const own = new URLSearchParams(address.slice(path.length));
  const values = (query: URLSearchParams) =>
    JSON.stringify([...FILTERS, 'sort', 'page'].map((name) => query.getAll(name)));
  const same = values(url.searchParams) === values(own);
  return same && url.pathname === path ? null : { address, lasting: browse.page <= pages };
}
