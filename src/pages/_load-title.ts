import type { APIContext } from 'astro';
import { markTrueUntil } from '../components/screening/mark-true-until.ts';
import { getTitle, listTitles, type TitleDetails } from '../contract/catalogue.ts';
import type { Card, PageMeta } from '../contract/shapes.ts';
import { readPage, type FilterName } from '../domain/browse.ts';
import type { TitleKind } from '../domain/kinds.ts';
import { readPathId } from '../domain/path-id.ts';
import { paths } from '../domain/paths.ts';
import { browsePage, type Browsed } from './_browse.ts';

type Page = Pick<APIContext, 'locals' | 'params' | 'url' | 'rewrite' | 'redirect'> & { response: { headers: Headers } };
export type Loaded =
  { title: TitleDetails } | { listing: Browsed<{ data: Card[]; meta: PageMeta }> } | { failed: true };

/** Episodes have no countries, languages or genres of their own. */
const FILTERS_OF: Record<TitleKind, readonly FilterName[]> = {
  movie: ['genre', 'country', 'lang', 'age'],
  series: ['genre', 'country', 'lang', 'age'],
  video: ['genre', 'country', 'lang', 'age'],
  episode: ['age'],
};

/**
 * What `/kind/:id?` shows: the title, or without an id the titles of that kind. An id that names nothing is the
 * 404 page, one in Persian digits is a redirect; an API that does not answer is `failed`, with status 503. `path` is
 * the page's own address, where that is not the title's or the kind's.
 */
export async function loadTitle(
  page: Page,
  kind: TitleKind,
  path: (id?: number) => string = (id) => (id === undefined ? paths.titles(kind) : paths.title(kind, id)),
): Promise<Loaded | Response> {
  const { id: text } = page.params;
  if (text === undefined) return loadListing(page, kind, path());
  const id = readPathId(text);
  if (!id) return page.rewrite('/404');
  if (!id.exact) return page.redirect(path(id.id), 301);
  const found = await page.locals.api(getTitle, { kind, id: id.id });
  if (found.ok) {
    markTrueUntil(page.response, found.value.data.offer.screening);
    return { title: found.value.data };
  }
  return found.error.status < 500 && found.error.status > 0 ? page.rewrite('/404') : { failed: true };
}

async function loadListing(page: Page, kind: TitleKind, path: string): Promise<Loaded | Response> {
  const options = { path, filters: FILTERS_OF[kind] };
  const loaded = await browsePage(page, options, (browse) => page.locals.api(listTitles, { ...browse, kind }));
  return 'found' in loaded ? { listing: loaded } : loaded;
}

/** The `page` of an address; anything that is no page number is the first. */
export function pageNumber(url: URL): number {
  return readPage(url.searchParams.get('page') ?? '');
}
