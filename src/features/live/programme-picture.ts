import type { LiveNow } from './contract.ts';

const HOUR_SECONDS = 3600;

/** The number of the generated picture of what is on: another one for each programme of a channel's day. */
export function getProgrammePicture({ id, ends_at: end }: Pick<LiveNow, 'id' | 'ends_at'>): number {
  return id + (Math.floor(end / HOUR_SECONDS) % 24) * 7;
}
