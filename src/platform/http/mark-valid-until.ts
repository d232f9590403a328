import { VALID_UNTIL_HEADER } from '../config/session.ts';

/**
 * Says until when a page with a screening is true, for the edge's cache: until it begins, then until it ends. Epoch
 * seconds; null for no screening, or none that has not ended.
 */
export function markValidUntil(
  { headers }: { headers: Headers },
  screening: { starts_at: number; ends_at: number } | null,
): void {
  const now = Date.now() / 1000;
  if (!screening || now >= screening.ends_at) return;
  limitValidUntil(headers, now < screening.starts_at ? screening.starts_at : screening.ends_at);
}

/** Keeps a page true until `until` (epoch seconds) at most; an earlier end stays. */
export function limitValidUntil(headers: Headers, until: number): void {
  const before = headers.get(VALID_UNTIL_HEADER);
  headers.set(VALID_UNTIL_HEADER, String(before === null ? until : Math.min(Number(before), until)));
}
