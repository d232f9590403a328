/** The session storage key of a `HomeNotice`. */
export const HOME_NOTICE_KEY = 'home_notice';

/** Why the visitor was led home (spec 2.47): the text, and the local address of another try. */
export interface HomeNotice {
  text: string;
  retry: string;
}

/** Reads a stored notice; null where there is none, or what is stored is none. An address elsewhere is not kept. */
export function parseHomeNotice(stored: string | null): HomeNotice | null {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (typeof value !== 'object' || value === null || !('text' in value) || !('retry' in value)) return null;
    const { text, retry } = value;
    if (typeof text !== 'string' || text === '' || typeof retry !== 'string') return null;
    return { text, retry: toLocalAddress(retry) };
  } catch {
    return null;
  }
}

/** The address if it belongs to this site, else the home page. safeRedirect is in a file that loads later. */
function toLocalAddress(address: string): string {
  const base = 'https://dummy.invalid';
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  return url?.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/';
}
