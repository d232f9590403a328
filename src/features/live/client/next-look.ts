import type { LivePlay } from '../contract.ts';

/** Milliseconds before the address expires, and a spread over the viewers at a programme's boundary. */
export const RENEW_BEFORE_MS = 10 * 60_000;
const SPREAD_MS = 15_000;
const MIN_DELAY_MS = 2_000;
const MAX_TIMER_MS = 2 ** 31 - 1;

type PlayTimes = Pick<LivePlay, 'programme' | 'next_at' | 'expires_at'>;

/** Milliseconds until the player asks again: when the programme ends, the next one begins, or the address nears its end. */
export function getNextLook({ programme, next_at, expires_at }: PlayTimes, live: boolean, now: number): number {
  const boundary = live ? (programme?.ends_at ?? next_at) : null;
  const changes = boundary === null ? Infinity : boundary * 1000 + 1000 + Math.random() * SPREAD_MS;
  // An address that ends with the subscription is not renewed: asked again before its end, it stays the same.
  const renewAt = expires_at * 1000 - RENEW_BEFORE_MS + 1000;
  const remainingMs = Math.min(changes, renewAt > now ? renewAt : expires_at * 1000 + 1000) - now;
  return Math.min(Math.max(remainingMs, MIN_DELAY_MS), MAX_TIMER_MS);
}
