import { isTitleKind } from '../../platform/kinds.ts';
import type { CheckoutContext } from '../../platform/paths.ts';
import { safeRedirect } from '../../platform/safe-redirect.ts';

/**
 * What a plan is wanted for, as an address says it (spec 2.34, 3.04): a title, or where to go back to. What is no
 * title of ours, or no local path, is left out.
 */
export function readCheckoutContext(params: URLSearchParams): CheckoutContext {
  const id = params.get('content_id') ?? '';
  const kind = params.get('content_type') ?? '';
  if (/^[1-9]\d{0,8}$/.test(id) && isTitleKind(kind)) return { contentId: Number(id), contentType: kind };
  const from = safeRedirect(params.get('from'), '');
  return from === '' || from === '/' ? {} : { from };
}
