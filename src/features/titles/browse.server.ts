import type { APIContext } from 'astro';
import { getFacets } from './contract/catalogue.ts';
import type { Output } from '../../platform/http/call.ts';
import type { ApiError } from '../../platform/http/errors.ts';
import type { PageMeta } from './contract/shapes.ts';
import {
  FILTER_TYPES,
  nearestPage,
  readBrowse,
  VIEWER_AGES,
  type Browse,
  type FilterName,
  type Offer,
} from './browse.ts';
import { failLoad } from '../../platform/http/fail-page.ts';

type Page = Pick<APIContext, 'locals' | 'url' | 'rewrite' | 'redirect'>;
type Answer<T> = { ok: true; value: T } | { ok: false; error: ApiError };

export interface Browsed<T> {
  found: T;
  browse: Browse;
  offer: Offer;
}

interface Options {
  /** The canonical path; the request may have used another spelling of it. */
  path: string;
  filters: readonly FilterName[];
  edited?: boolean;
}

/** Loads a browse page: one redirect to the canonical address, the 404 page, the page, or the API error. */
export async function browsePage<T extends { meta: PageMeta }>(
  page: Page,
  { path, filters, edited = false }: Options,
  ask: (browse: Browse) => Promise<Answer<T>>,
): Promise<Browsed<T> | { failed: ApiError } | Response> {
  const facets = filters.includes('country') ? await page.locals.api(getFacets, {}) : null;
  const known = facets?.ok ? facets.value : { countries: [], languages: [] };
  const genres = filters.includes('genre') ? Object.keys((await page.locals.shell()).genres) : [];
  const offer: Offer = { filters: listFilters(filters, known, genres), ownSort: edited ? null : 'newest' };
  const browse = readBrowse(page.url.searchParams, offer);
  const answer = await ask(browse);
  if (!answer.ok) return answer.error.status === 404 ? page.rewrite('/404') : failLoad(page, answer.error);
  const nearest = nearestPage(page.url, path, browse, answer.value.meta.pages);
  if (nearest) return page.redirect(nearest.address, nearest.lasting ? 301 : 302);
  return { found: answer.value, browse, offer };
}

function listFilters(
  names: readonly FilterName[],
  { countries, languages }: Output<typeof getFacets>,
  genres: readonly string[],
): Offer['filters'] {
  const all = { genre: genres, f_type: FILTER_TYPES, country: countries, lang: languages, age: VIEWER_AGES };
  return Object.fromEntries(names.filter((name) => all[name].length > 1).map((name) => [name, all[name]]));
}
