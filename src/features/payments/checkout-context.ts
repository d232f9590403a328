import { readAppPage } from '../../platform/app-twins.ts';
import { isTitleKind } from '../../platform/kinds.ts';
import type { CheckoutContext } from '../../platform/paths.ts';
import { safeRedirect } from '../../platform/safe-redirect.ts';

/** Reads why a plan is wanted from an address (spec 2.34, 3.04). Drops unknown kinds and paths that are not local. */
export function readCheckoutContext(params: URLSearchParams): CheckoutContext {
  const id = params.get('content_id') ?? '';
  const kind = params.get('content_type') ?? '';
  const from = safeRedirect(params.get('from'), '');
  if (/^[1-9]\d{0,8}$/.test(id) && isTitleKind(kind)) {
    return { contentId: Number(id), contentType: kind, ...(readAppPage(from) !== null && { from }) };
  }
  return from === '' || from === '/' ? {} : { from };
}
