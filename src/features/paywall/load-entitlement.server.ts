import type { APIContext } from 'astro';
import { getCart, getGhostCart, type EntitlementAnswer } from './contract.ts';
import { toEntitlementRequest } from '../watch-options/entitlement-request.ts';
import type { TitleKind } from '../../platform/kinds.ts';
import { readVisitor } from '../../platform/http/session/visitor.ts';
import { failLoad, failPage } from '../../platform/http/pages/fail-page.ts';

type Page = Pick<APIContext, 'locals' | 'request' | 'url'> & { response: { status?: number; headers: Headers } };

/** Spec 7.20, 7.21; null where the page now shows the failed call. */
export async function loadEntitlement(
  page: Page,
  { kind, id }: { kind: TitleKind; id: number },
): Promise<EntitlementAnswer | Response | null> {
  const { locals } = page;
  const request = toEntitlementRequest({ kind, id }, readVisitor(page.request).referrer);
  const answer = await locals.api(locals.signedIn ? getCart : getGhostCart, request);
  if (answer.ok) return answer.value.data.data;
  const failed = failLoad(page, answer.error);
  if (failed instanceof Response) return failed;
  failPage(page, failed.failed);
  return null;
}
