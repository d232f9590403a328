import { failPage } from '../../platform/http/pages/fail-page.ts';
import { readField } from '../../platform/http/pages/form-fields.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { sessionOver } from '../../platform/http/session/session-over.ts';
import { paths } from '../../platform/paths.ts';
import { listAccess } from './access-contract.ts';

export type AccessData = Exclude<Awaited<ReturnType<typeof loadAccess>>, Response>;

export async function loadAccess(page: PageContext) {
  if (!page.locals.offers('listAccess')) return page.rewrite(paths.notFound());
  const cursor = readField(page.url.searchParams, 'before');
  const before = /^[1-9]\d{0,11}$/.test(cursor) ? Number(cursor) : null;
  const list = await page.locals.api(listAccess, before === null ? {} : { before });
  if (!list.ok && list.error.status === 401) return sessionOver(page);
  if (!list.ok) failPage(page, list.error);
  return { list: list.ok ? list.value : null, isFirst: before === null };
}
