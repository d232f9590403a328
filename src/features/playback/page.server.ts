import { getTitleKind } from '../titles/contract/catalogue.ts';
import type { TitleKind } from '../../platform/kinds.ts';
import { paths } from '../../platform/paths.ts';
import type { ApiError } from '../../platform/http/calls/errors.ts';
import { failLoad } from '../../platform/http/pages/fail-page.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { loadTitle, type Loaded } from '../titles/load-title.server.ts';

/** Spec 2.09: the id alone decides; leads to the watch page of the title's kind. Without an id, the newest films. */
export async function loadAnyTitle(page: PageContext): Promise<Loaded | Response> {
  const { id } = page.params;
  if (id === undefined) return loadTitle(page, 'movie', () => paths.show());
  const kind = await findKind(page, id);
  return typeof kind === 'string' ? page.redirect(paths.show(kind, Number(id)), 301) : kind;
}

export async function findKind(page: PageContext, id: string): Promise<TitleKind | Response | { failed: ApiError }> {
  if (!/^[1-9]\d{0,8}$/.test(id)) return page.rewrite('/404');
  const result = await page.locals.api(getTitleKind, { id: Number(id) });
  if (result.ok) return result.value.data.kind;
  return result.error.status === 404 ? page.rewrite('/404') : failLoad(page, result.error);
}
