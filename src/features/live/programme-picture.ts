import type { Channel } from './contract.ts';

const HOUR_SECONDS = 3600;

/** The number of the generated picture of what is on: another one for each programme of a channel's day. */
export function getProgrammePicture({ id, starts_at: start }: Pick<Channel, 'id' | 'starts_at'>): number {
  return start === null ? id : id + (Math.floor(start / HOUR_SECONDS) % 24) * 7;
}
