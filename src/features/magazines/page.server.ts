import { MAGAZINES_PER_PAGE } from '../../platform/config/constants.ts';
import { failPage } from '../../platform/http/pages/fail-page.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { readPageNumber } from '../titles/load-title.server.ts';
import { listMagazines } from './contract.ts';

export type MagazinesData = Exclude<Awaited<ReturnType<typeof loadMagazines>>, Response>;

/** Loads /magazines: 24 a page, ascending (spec 9.11). */
export async function loadMagazines(page: PageContext) {
  const number = readPageNumber(page.url);
  const input = { per_page: MAGAZINES_PER_PAGE, page: number, sort: 'id', dir: 'asc' } as const;
  const result = await page.locals.api(listMagazines, input);
  if (!result.ok) failPage(page, result.error);
  const magazines = result.ok ? result.value.data : [];
  if (result.ok && number > 1 && magazines.length === 0) return page.rewrite('/404');
  // A provider may omit `meta`; then a full page has a next one.
  const pages = magazines.length === MAGAZINES_PER_PAGE ? number + 1 : number;
  const meta = (result.ok && result.value.meta) || { page: number, pages, total: magazines.length, capped: false };
  return { number, magazines, meta, hasFailed: !result.ok };
}
