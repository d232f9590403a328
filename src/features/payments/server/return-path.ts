import { paths } from '../../../platform/paths.ts';
import { safeRedirect } from '../../../platform/safe-redirect.ts';

/**
 * Where a visitor goes on after the bank: a local path, or an address of this site as clients of the specification
 * send it (`callback_url`, spec 7.13). Null for anything else, and for the result page itself.
 */
export function returnPath(callbackUrl: string | undefined, origin: string): string | null {
  if (callbackUrl === undefined) return null;
  const local = callbackUrl.startsWith(`${origin}/`) ? callbackUrl.slice(origin.length) : callbackUrl;
  const path = safeRedirect(local, '');
  return path === '' || path.split('?', 1)[0] === paths.callback() ? null : path;
}
