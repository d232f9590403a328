import { failPage } from '../../platform/http/pages/fail-page.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { sessionOver } from '../../platform/http/session/session-over.ts';
import { paths } from '../../platform/paths.ts';
import { isMissing } from '../titles/load-title.server.ts';
import { getPayment } from './contract.ts';

export type ReceiptData = Exclude<Awaited<ReturnType<typeof loadReceipt>>, Response>;

export async function loadReceipt(page: PageContext) {
  const { id = '' } = page.params;
  const result = await page.locals.api(getPayment, { id });
  if (!result.ok && result.error.status === 401) return sessionOver(page);
  if (!result.ok && isMissing(result.error)) return page.rewrite(paths.notFound());
  if (!result.ok) failPage(page, result.error);
  return { id, payment: result.ok ? result.value.data : null };
}
