import { SEARCH_MIN } from '../../platform/config/constants.ts';
import { failPage } from '../../platform/http/pages/fail-page.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { paths } from '../../platform/paths.ts';
import { getLists } from '../lists/contract.ts';
import { getGenreArt } from '../titles/contract/catalogue.ts';
import { readPageNumber } from '../titles/load-title.server.ts';
import { search } from './contract.ts';
import { SEARCH_TYPES, type SearchType } from './query/doc-id.ts';
import { readSearchPath } from './query/search-path.ts';

interface SearchView {
  query: string;
  type: SearchType | undefined;
  page: number;
  literal: boolean;
}
export type SearchPageData = Exclude<Awaited<ReturnType<typeof loadSearchPage>>, Response>;

/** Loads /search/:query?. A form without script sends ?query=, which redirects there. */
export async function loadSearchPage(page: PageContext) {
  const { searchParams } = page.url;
  const formQuery = searchParams.get('query');
  if (formQuery !== null) return page.redirect(paths.search(formQuery.trim().slice(0, 200) || undefined), 303);
  const view: SearchView = {
    // The framework's own URL is decoded in part.
    query: readSearchPath(new URL(page.request.url).pathname).trim().slice(0, 200),
    type: SEARCH_TYPES.find((name) => name === searchParams.get('type')),
    page: readPageNumber(page.url),
    literal: searchParams.get('literal') === '1',
  };
  const { query, type, literal } = view;
  if ([...query].length < SEARCH_MIN) return { view, result: null, ...(await loadBrowsing(page)) };
  const input = { query, page: view.page, ...(type && { type }), ...(literal && { literal: '1' as const }) };
  const result = await page.locals.api(search, input);
  if (!result.ok) failPage(page, result.error);
  else if (view.page > result.value.meta.pages) {
    return page.redirect(getSearchHref({ ...view, page: result.value.meta.pages }), 302);
  }
  return { view, result, list: undefined, genreArt: {} };
}

/** For a viewer who has not typed yet: the first list and the pictures of genres. Without them the field still works. */
async function loadBrowsing({ locals: { api } }: PageContext) {
  const [lists, art] = await Promise.all([api(getLists, {}), api(getGenreArt, {})]);
  return { list: lists.ok ? lists.value.data[0] : undefined, genreArt: art.ok ? art.value.data : {} };
}

export function getSearchHref({ query, type, page, literal }: SearchView): string {
  const parameters = new URLSearchParams({
    ...(literal && { literal: '1' }),
    ...(type && { type }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return paths.search(query || undefined) + (parameters && `?${parameters}`);
}
