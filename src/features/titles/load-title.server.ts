import type { APIContext } from 'astro';
import { limitValidUntil, markValidUntil } from '../../platform/http/cache/mark-valid-until.ts';
import { getTitle, listTitles, type TitleDetails } from './contract/catalogue.ts';
import type { ApiError } from '../../platform/http/calls/errors.ts';
import type { Card, PageMeta } from './contract/shapes.ts';
import { readPage, type FilterName } from './browse.ts';
import type { TitleKind } from '../../platform/kinds.ts';
import { readPathId } from '../../platform/path-id.ts';
import { paths } from '../../platform/paths.ts';
import { tehranDayEnd, tehranMidnight } from '../../platform/text/tehran-week.ts';
import { loadBrowsePage, type Browsed } from './browse.server.ts';
import { failLoad } from '../../platform/http/pages/fail-page.ts';

type Page = Pick<APIContext, 'locals' | 'params' | 'url' | 'rewrite' | 'redirect'> & { response: { headers: Headers } };
export type Loaded =
  { title: TitleDetails } | { listing: Browsed<{ data: Card[]; meta: PageMeta }> } | { failed: ApiError };

/** Episodes have no countries, languages or genres of their own. */
const KIND_FILTERS: Record<TitleKind, readonly FilterName[]> = {
  movie: ['genre', 'country', 'lang', 'age'],
  series: ['genre', 'country', 'lang', 'age'],
  video: ['genre', 'country', 'lang', 'age'],
  episode: ['age'],
};

/** Loads `/kind/:id?`: a title, or the listing of its kind (spec 8.11). `path`: the page's own address, if another. */
export async function loadTitle(
  page: Page,
  kind: TitleKind,
  path: (id?: number) => string = (id) => (id === undefined ? paths.titles(kind) : paths.title(kind, id)),
  only: { downloads?: '1' } = {},
): Promise<Loaded | Response> {
  const { id: text } = page.params;
  if (text === undefined) return loadListing(page, path(), { kind, ...only });
  const id = readPathId(text);
  if (!id) return page.rewrite('/404');
  if (!id.exact) return page.redirect(path(id.id), 301);
  const result = await page.locals.api(getTitle, { kind, id: id.id });
  if (result.ok) {
    const title = result.value.data;
    markValidUntil(page.response, title.offer.screening);
    const changes = listChanges(title).filter((at) => at > Date.now() / 1000);
    if (changes.length > 0) limitValidUntil(page.response.headers, Math.min(...changes));
    return { title };
  }
  return isMissing(result.error) ? page.rewrite('/404') : failLoad(page, result.error);
}

/** Epoch seconds at which the page says something else: releases of the title and its episodes, its end, and prices of plans. */
function listChanges({
  release_date: day,
  available_until: until,
  seasons,
  plan_until: price,
}: TitleDetails): number[] {
  const days = [day, ...seasons.flatMap(({ episodes }) => episodes.map((episode) => episode.release_date))];
  const releases = days.filter((date) => date !== null).map(tehranMidnight);
  return [...releases, ...(until ? [tehranDayEnd(until)] : []), ...(price === undefined ? [] : [price])];
}

/** True if the API answered that the entity does not exist; 401, 403 and 429 do not mean that. */
export function isMissing({ status }: { status: number }): boolean {
  return [400, 404, 410, 422].includes(status);
}

async function loadListing(
  page: Page,
  path: string,
  of: { kind: TitleKind; downloads?: '1' },
): Promise<Loaded | Response> {
  const options = { path, filters: KIND_FILTERS[of.kind] };
  const loaded = await loadBrowsePage(page, options, (browse) => page.locals.api(listTitles, { ...browse, ...of }));
  return 'result' in loaded ? { listing: loaded } : loaded;
}

export function readPageNumber(url: URL): number {
  return readPage(url.searchParams.get('page') ?? '');
}
