import type { AheadPaths } from '../../platform/pages/find-page.ts';

const LINK = { not: { selector_matches: '[href*="#"],[download],[target]' } };

/** Speculation Rules (decision 077): pages load ahead; a title or the next page of a list renders ahead on hover. On a
 * phone it does so at a press, since `moderate` there begins for links that are only in view. A page that "load more"
 * reads (titles/client/load-more.ts) only loads ahead: nobody would see it rendered. The policy of every page has the
 * hashes of both texts (astro.config.mjs). */
export function buildSpeculationRules(hasHover: boolean, ahead: AheadPaths): string {
  const [fetched, rendered] = [listFetched(ahead), toPatterns(ahead.rendered, '/:id')];
  const isPage = { and: [{ href_matches: fetched }, LINK] };
  const isNext = { or: [{ href_matches: rendered }, { selector_matches: '[rel=next]:not([data-more])' }] };
  return JSON.stringify({
    prefetch: [{ where: isPage, eagerness: 'moderate' }],
    prerender: [{ where: { and: [isPage, isNext] }, eagerness: hasHover ? 'moderate' : 'conservative' }],
  });
}

/** Patterns for URLPattern of what is loaded ahead; `:id` is any one part. */
export function listFetched({ plain, withId }: AheadPaths): string[] {
  return [...toPatterns(plain, ''), ...toPatterns(withId, '/:id')];
}

function toPatterns(words: string, end: string): string[] {
  return words.split(' ').map((word) => `/${word}${end}`);
}
