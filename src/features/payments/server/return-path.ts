import { paths } from '../../../platform/paths.ts';
import { safeRedirect } from '../../../platform/safe-redirect.ts';

/** A local path or an address of this site (`callback_url`, spec 7.13); null for others and for the result page. */
export function readReturnPath(callbackUrl: string | undefined, origin: string): string | null {
  if (callbackUrl === undefined) return null;
  const address = callbackUrl.startsWith(`${origin}/`) ? callbackUrl.slice(origin.length) : callbackUrl;
  const path = safeRedirect(address, '');
  return path === '' || path.split('?', 1)[0] === paths.callback() ? null : path;
}
