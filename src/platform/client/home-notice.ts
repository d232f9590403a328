export const HOME_NOTICE_KEY = 'home_notice';

/** The reason for sending the visitor home (spec 2.47); `retry` is a local address. */
export interface HomeNotice {
  text: string;
  retry: string;
}

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

function toLocalAddress(address: string): string {
  const base = 'https://dummy.invalid';
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  return url?.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/';
}
