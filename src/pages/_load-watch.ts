import { getTitleKind } from '../contract/catalogue.ts';
import { paths } from '../domain/paths.ts';
import { loadTitle, type Loaded } from './_load-title.ts';

type Page = Parameters<typeof loadTitle>[0];

/**
 * What `/show/:id?` shows, which decides by the id alone (spec 2.09): it leads to the watch page of the title's own
 * kind, below /app for the mobile app. Without an id, the newest films.
 */
export async function loadAnyTitle(page: Page, app = false): Promise<Loaded | Response> {
  const { id } = page.params;
  if (id === undefined) return loadTitle(page, 'movie', () => (app ? paths.appShow() : paths.show()));
  if (!/^[1-9]\d{0,8}$/.test(id)) return page.rewrite('/404');
  const found = await page.locals.api(getTitleKind, { id: Number(id) });
  if (!found.ok) return found.error.status === 404 ? page.rewrite('/404') : { failed: true };
  return app
    ? loadTitle(page, found.value.data.kind, (exact) => paths.appShow(undefined, exact))
    : page.redirect(paths.show(found.value.data.kind, Number(id)), 301);
}
