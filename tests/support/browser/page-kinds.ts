/** A page of each kind that is everybody's, and so kept at the edge. */
export const SHARED_PAGES = [
  '/',
  '/movie',
  '/movie/52',
  '/series/201',
  '/episode/1001',
  '/video/301',
  '/cinema',
  '/category',
  '/genres',
  '/genres/drama',
  '/lists',
  '/lists/classics',
  '/search',
  '/search/نادر',
  '/lives',
  '/lives/parde-1',
  '/live/401',
  '/casts/iranian-actors',
  '/cast/10185',
  '/magazines',
  '/channel/parde-cinema',
  '/ekran/501',
];

/** One page of each kind that a visitor walks through. */
export const PAGE_KINDS = [
  '/',
  '/movie',
  '/movie/52',
  '/series/201',
  '/genres',
  '/genres/drama',
  '/lists',
  '/search/نادر',
  '/lives',
  '/lives/parde-1',
  '/live/401',
  '/casts/iranian-actors',
  '/cast/10185',
  '/magazines',
  '/channel/parde-cinema',
  '/ekran/501',
  '/movie/download/39',
  '/profile/plans',
];

/** Read with the browser’s letters at twice their size. */
export const LARGE_TEXT_PAGES = [
  '/',
  '/movie/52',
  '/search/نادر',
  '/plan/1',
  '/profile/plans',
  '/profile/terms',
  '/lives',
  '/lives/parde-1',
  '/login',
  '/comments/52',
  '/ekran/501',
  '/movie/download/39',
  '/download',
  '/no-such-page',
];

/**
 * Half of `pages`, by what a test has chosen: the places of its language, width or theme in lists of two. Over all choices
 * each page meets each language and each width, and each language each width.
 */
export function takePairs(pages: readonly string[], ...choices: number[]): string[] {
  const sum = choices.reduce((one, other) => one + other, 0);
  return pages.filter((_, index) => (index + sum) % 2 === 0);
}
