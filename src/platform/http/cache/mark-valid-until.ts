import { VALID_UNTIL_HEADER } from '../../config/session.ts';

/** Limits how long the edge caches a page with a screening: until it starts, then until it ends. */
export function markValidUntil(
  { headers }: { headers: Headers },
  screening: { starts_at: number; ends_at: number } | null,
): void {
  const now = Date.now() / 1000;
  if (!screening || now >= screening.ends_at) return;
  limitValidUntil(headers, now < screening.starts_at ? screening.starts_at : screening.ends_at);
}

export function limitValidUntil(headers: Headers, until: number): void {
  const before = headers.get(VALID_UNTIL_HEADER);
  headers.set(VALID_UNTIL_HEADER, String(before === null ? until : Math.min(Number(before), until)));
}
