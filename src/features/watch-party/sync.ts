/** Keeping many players at the same place. Pure; positions in seconds, instants in milliseconds. */

/** What a room plays: where it was at an instant of the server's clock, and whether it has moved on since. */
export interface RoomState {
  playing: boolean;
  position: number;
  at: number;
}

/** Where a room is at an instant of the server's clock; a title does not go on after its end. */
export function positionAt({ playing, position, at }: RoomState, now: number, duration = Infinity): number {
  const moved = playing ? position + Math.max(0, now - at) / 1000 : position;
  return Math.min(Math.max(0, moved), duration);
}

/** One question for the server's time: when it was sent and answered by our clock, and what the server said. */
export interface ClockSample {
  sent: number;
  received: number;
  server: number;
}

/**
 * How much the server's clock is ahead of ours, in milliseconds. The quickest answer is trusted most: the server looked
 * at its clock at some moment between its two ends, so it cannot be wrong by more than half of it.
 */
export function clockOffset(samples: readonly ClockSample[]): number {
  const best = samples.reduce<ClockSample | null>(
    (clockSample, sample) =>
      clockSample === null || computeTrip(sample) < computeTrip(clockSample) ? sample : clockSample,
    null,
  );
  return best === null ? 0 : best.server - (best.sent + best.received) / 2;
}

function computeTrip({ sent, received }: ClockSample): number {
  return received - sent;
}

export type Correction = { do: 'seek' } | { do: 'rate'; rate: number };

/** Within this nothing is corrected; once something is, until it is this near. Seconds. */
const FINE = 0.06;
const EXACT = 0.02;
/** Further away than this is caught up with by a seek. Not at once again: loading takes time, too. */
const FAR = 0.45;
const SEEK_AGAIN_MS = 2_500;
/** Where a seek has just landed somewhat beside its aim, another would too; so far off, the speed does better. */
const BESIDE = 1.5;
const SETTLED_MS = 15_000;
/** How much faster or slower than it should: no more than the ear forgives, and while far away what it bears. */
const MOST = 0.12;
const HURRY = { least: 0.25, most: 0.5 };

/**
 * What a player does that is `drift` seconds ahead of its room (negative: behind it): goes a little slower or faster, or
 * jumps. `correcting` is whether its speed is changed already; `sinceSeek` how long ago it jumped, in milliseconds.
 */
export function computeCorrection(drift: number, correcting: boolean, sinceSeek: number): Correction {
  const off = Math.abs(drift);
  const far = sinceSeek > SETTLED_MS ? FAR : BESIDE;
  if (off > far && sinceSeek > SEEK_AGAIN_MS) return { do: 'seek' };
  if (off <= (correcting ? EXACT : FINE)) return { do: 'rate', rate: 1 };
  const [least, most] = off > FAR ? [HURRY.least, HURRY.most] : [0.03, MOST];
  const step = Math.min(most, Math.max(least, off / 2));
  return { do: 'rate', rate: drift > 0 ? 1 - step : 1 + step };
}

/** How much of an allowance is left, refilled as time passes. */
export interface Bucket {
  left: number;
  at: number;
}

/** Takes one from an allowance of `burst` that gets one back each `refillMs`; null where there is none left. */
export function takeOne(bucket: Bucket, now: number, burst: number, refillMs: number): Bucket | null {
  const left = Math.min(burst, bucket.left + Math.max(0, now - bucket.at) / refillMs);
  return left < 1 ? null : { left: left - 1, at: now };
}

/** The time to wait before connecting again, in milliseconds: longer after each try, and not the same for everybody. */
export function backoff(tries: number, random: number): number {
  return Math.min(30_000, 500 * 2 ** Math.min(tries, 10)) * (0.5 + random / 2);
}
