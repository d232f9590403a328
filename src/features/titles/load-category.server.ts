import { failPage } from '../../platform/http/pages/fail-page.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { paths } from '../../platform/paths.ts';
import { loadBrowsePage } from './browse.server.ts';
import { getCategories, getCategory } from './contract/catalogue.ts';

const SLUG_MAX = 60;
export type CategoryData = Exclude<Awaited<ReturnType<typeof loadCategory>>, Response>;

/** Loads /category/:slug? (spec 2.11): a category's titles, or the tree of all. */
export async function loadCategory(page: PageContext) {
  const { api } = page.locals;
  const slug = page.params['id']?.trim().toLowerCase();
  if (slug !== undefined && slug.length > SLUG_MAX) return page.rewrite('/404');
  const path = paths.category(slug);
  if (slug === undefined) {
    const tree = await api(getCategories, {});
    if (!tree.ok) failPage(page, tree.error);
    return { path, tree: tree.ok ? tree.value : null, listing: null };
  }
  const filters = ['f_type', 'country', 'lang', 'age'] as const;
  const listing = await loadBrowsePage(page, { path, filters }, (browse) => api(getCategory, { ...browse, slug }));
  if (listing instanceof Response) return listing;
  if ('failed' in listing) failPage(page, listing.failed);
  return { path, tree: null, listing: 'result' in listing ? listing : null };
}
