/** Seconds that `REWIND_QUERY` adds before the first segment. Other players ignore our tag (RFC 8216, 6.3.1). */
export const REWIND_TAG = '#EXT-X-PARDEH-REWIND';
export const REWIND_QUERY = 'rewind';

/** Seconds: a shorter window has no bar. */
export const MIN_WINDOW_SECONDS = 60;

export function addRewind(url: string): string {
  const full = new URL(url);
  full.searchParams.set(REWIND_QUERY, '1');
  return full.href;
}
