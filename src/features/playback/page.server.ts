import { getTitleKind } from '../titles/contract/catalogue.ts';
import { paths } from '../../platform/paths.ts';
import { failLoad } from '../../platform/http/fail-page.ts';
import { loadTitle, type Loaded } from '../titles/load-title.server.ts';

type Page = Parameters<typeof loadTitle>[0];

/** Spec 2.09: the id alone decides; leads to the watch page of the title's kind. Without an id, the newest films. */
export async function loadAnyTitle(page: Page, app = false): Promise<Loaded | Response> {
  const { id } = page.params;
  if (id === undefined) return loadTitle(page, 'movie', () => (app ? paths.appShow() : paths.show()));
  if (!/^[1-9]\d{0,8}$/.test(id)) return page.rewrite('/404');
  const result = await page.locals.api(getTitleKind, { id: Number(id) });
  if (!result.ok) return result.error.status === 404 ? page.rewrite('/404') : failLoad(page, result.error);
  return app
    ? loadTitle(page, result.value.data.kind, (exact) => paths.appShow(undefined, exact))
    : page.redirect(paths.show(result.value.data.kind, Number(id)), 301);
}
