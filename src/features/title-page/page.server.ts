import type { TitleKind } from '../../platform/kinds.ts';
import { paths } from '../../platform/paths.ts';
import { failPage } from '../../platform/http/pages/fail-page.ts';
import { readPathId } from '../../platform/path-id.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { findKind } from '../playback/page.server.ts';
import { loadComments } from '../comments/load-comments.server.ts';
import { handleTitleCheckout } from '../paywall/title-checkout.server.ts';
import { loadTitle } from '../titles/load-title.server.ts';

/** Loads `/kind`, the titles of a kind by filter and page. */
export async function loadTitlesOfKind(page: PageContext, kind: TitleKind) {
  const loaded = await loadTitle(page, kind);
  if (!(loaded instanceof Response) && 'failed' in loaded) failPage(page, loaded.failed);
  return loaded;
}

/** Loads `/kind/:id`: a title with its checkout form and comments. */
export async function loadTitlePage(page: PageContext, kind: TitleKind) {
  const id = readPathId(page.params.id ?? '');
  // In parallel: they need no more than the id.
  const [loaded, comments] = await Promise.all([loadTitle(page, kind), id?.exact ? loadComments(page, id.id) : null]);
  if (loaded instanceof Response) return loaded;
  if ('failed' in loaded) failPage(page, loaded.failed);
  if (!('title' in loaded)) return loaded;
  const checkout = await handleTitleCheckout(page, loaded.title);
  if (checkout instanceof Response) return checkout;
  return { ...loaded, checkout, comments };
}

/** Spec 2.04: the watch page of the mobile app, which also sells. Without `routeKind` the id decides. */
export async function loadAppTitle(page: PageContext, routeKind?: TitleKind) {
  const { id } = page.params;
  const kind = routeKind ?? (id === undefined ? 'movie' : await findKind(page, id));
  if (typeof kind !== 'string') {
    if ('failed' in kind) failPage(page, kind.failed);
    return kind;
  }
  const loaded = await loadTitle(page, kind, (exact) => paths.appShow(routeKind, exact));
  if (loaded instanceof Response) return loaded;
  if ('failed' in loaded) failPage(page, loaded.failed);
  if (!('title' in loaded)) return loaded;
  const checkout = await handleTitleCheckout(page, loaded.title);
  return checkout instanceof Response ? checkout : { ...loaded, checkout };
}
