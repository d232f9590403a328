import type { APIContext } from 'astro';
import { getFacets } from './contract/catalogue.ts';
import type { Output } from '../../platform/http/calls/call.ts';
import type { ApiError } from '../../platform/http/calls/errors.ts';
import type { PageMeta } from './contract/shapes.ts';
import {
  FILTER_TYPES,
  findNearestPage,
  readBrowse,
  VIEWER_AGES,
  type Browse,
  type FilterName,
  type BrowseOptions,
} from './browse.ts';
import { failLoad } from '../../platform/http/pages/fail-page.ts';

type Page = Pick<APIContext, 'locals' | 'url' | 'rewrite' | 'redirect'>;
type ApiResponse<T> = { ok: true; value: T } | { ok: false; error: ApiError };

export interface Browsed<T> {
  result: T;
  browse: Browse;
  options: BrowseOptions;
}

interface LoadOptions {
  /** The canonical path; the request may have used another spelling of it. */
  path: string;
  filters: readonly FilterName[];
  edited?: boolean;
}

/** Loads a browse page: one redirect to the canonical address, the 404 page, the page, or the API error. */
export async function loadBrowsePage<T extends { meta: PageMeta }>(
  page: Page,
  { path, filters, edited = false }: LoadOptions,
  load: (browse: Browse) => Promise<ApiResponse<T>>,
): Promise<Browsed<T> | { failed: ApiError } | Response> {
  const facets = filters.includes('country') ? await page.locals.api(getFacets, {}) : null;
  const available = facets?.ok ? facets.value : { countries: [], languages: [] };
  const genres = filters.includes('genre') ? Object.keys((await page.locals.shell()).genres) : [];
  const browseOptions: BrowseOptions = {
    filters: listFilters(filters, available, genres),
    ownSort: edited ? null : 'newest',
  };
  const browse = readBrowse(page.url.searchParams, browseOptions);
  const response = await load(browse);
  if (!response.ok) return response.error.status === 404 ? page.rewrite('/404') : failLoad(page, response.error);
  const nearest = findNearestPage(page.url, path, browse, response.value.meta.pages);
  if (nearest) return page.redirect(nearest.address, nearest.isPermanent ? 301 : 302);
  return { result: response.value, browse, options: browseOptions };
}

function listFilters(
  names: readonly FilterName[],
  { countries, languages }: Output<typeof getFacets>,
  genres: readonly string[],
): BrowseOptions['filters'] {
  const values = { genre: genres, f_type: FILTER_TYPES, country: countries, lang: languages, age: VIEWER_AGES };
  return Object.fromEntries(names.filter((name) => values[name].length > 1).map((name) => [name, values[name]]));
}
