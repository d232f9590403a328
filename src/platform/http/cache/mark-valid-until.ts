import { VALID_UNTIL_HEADER } from '../../config/session.ts';

const SEATS_SECONDS = 20;

/** Limits how long the edge caches a page with a screening: until it starts, then until it ends, with seats shorter. */
export function markValidUntil(
  { headers }: { headers: Headers },
  screening: { starts_at: number; ends_at: number; seats_left?: number | null | undefined } | null,
): void {
  const now = Math.floor(Date.now() / 1000);
  if (!screening || now >= screening.ends_at) return;
  if (screening.seats_left != null) limitValidUntil(headers, now + SEATS_SECONDS);
  limitValidUntil(headers, now < screening.starts_at ? screening.starts_at : screening.ends_at);
}

export function limitValidUntil(headers: Headers, until: number): void {
  const before = headers.get(VALID_UNTIL_HEADER);
  headers.set(VALID_UNTIL_HEADER, String(before === null ? until : Math.min(Number(before), until)));
}
