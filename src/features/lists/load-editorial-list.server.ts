import { failPage } from '../../platform/http/pages/fail-page.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { readPathKey } from '../../platform/path-id.ts';
import { paths } from '../../platform/paths.ts';
import { loadBrowsePage } from '../titles/browse.server.ts';
import { listTitles } from '../titles/contract/catalogue.ts';
import { getLists } from './contract.ts';

const FILTERS = ['f_type', 'country', 'lang', 'age'] as const;
export type EditorialListData = Exclude<Awaited<ReturnType<typeof loadEditorialList>>, Response>;

/** Loads /lists/:list?: a list in its editor's order, the list of a genre by its key (spec 2.11), or all lists. */
export async function loadEditorialList(page: PageContext) {
  const { api, shell } = page.locals;
  const segment = page.params['list'];
  const lists = await api(getLists, {});
  const all = lists.ok ? lists.value.data : [];
  const keys = all.map((entry) => entry.key);
  const key = segment === undefined ? undefined : readPathKey(segment, keys);
  const { genres } = await shell();
  const genre = segment !== undefined && key === undefined ? readPathKey(segment, Object.keys(genres)) : undefined;
  if (lists.ok && segment !== undefined && key === undefined && genre === undefined) return page.rewrite('/404');
  const list = all.find((entry) => entry.key === key);
  const path = paths.list(key ?? genre ?? segment);
  const listing = list
    ? await loadBrowsePage(page, { path, filters: ['genre', ...FILTERS], edited: true }, (browse) =>
        api(listTitles, { ...browse, list: list.key }),
      )
    : genre === undefined
      ? null
      : await loadBrowsePage(page, { path, filters: FILTERS }, (browse) => api(listTitles, { ...browse, genre }));
  if (listing instanceof Response) return listing;
  const error = !lists.ok ? lists.error : listing !== null && 'failed' in listing ? listing.failed : null;
  if (error) failPage(page, error);
  const genreLabel = genre === undefined ? undefined : { key: genre, label: genres[genre] ?? genre };
  return {
    path,
    all: lists.ok && segment === undefined ? all : null,
    list,
    genre: genreLabel,
    listing: listing && 'result' in listing ? listing : null,
    hasFailed: error !== null,
  };
}
