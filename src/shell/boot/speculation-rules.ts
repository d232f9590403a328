import { TITLE_KINDS } from '../../platform/kinds.ts';

const TITLES = TITLE_KINDS.map((kind) => `/${kind}/:id`);
/** Pages that may load ahead; a new page is not among them until somebody adds it. */
export const CATALOGUE = [
  '/',
  ...TITLES,
  ...'movie,series,cinema,magazines,ekran,lives,genres,lists,category,genres/:id,lists/:id,category/:id,casts/:id,cast/:id,lives/:id,channel/:id,ekran/:id,search/:id'
    .split(',')
    .map((path) => `/${path}`),
];
const isPage = {
  and: [{ href_matches: CATALOGUE }, { not: { selector_matches: '[href*="#"],[download],[target]' } }],
};
const isNext = { or: [{ href_matches: TITLES }, { selector_matches: '[rel=next]:not([data-more])' }] };

/** Speculation Rules (decision 077): pages load ahead; a title or the next page of a list renders ahead on hover. On a
 * phone it does so at a press, since `moderate` there begins for links that are only in view. A page that "load more"
 * reads (titles/client/load-more.ts) only loads ahead: nobody would see it rendered. The policy of every page has the
 * hashes of both texts (astro.config.mjs). */
export function buildSpeculationRules(hasHover: boolean): string {
  return JSON.stringify({
    prefetch: [{ where: isPage, eagerness: 'moderate' }],
    prerender: [{ where: { and: [isPage, isNext] }, eagerness: hasHover ? 'moderate' : 'conservative' }],
  });
}
