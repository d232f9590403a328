/** Pure. Positions in seconds, instants in milliseconds of the server's clock. */

export interface RoomState {
  playing: boolean;
  position: number;
  at: number;
}

export function computePosition({ playing, position, at }: RoomState, now: number, duration = Infinity): number {
  const current = playing ? position + Math.max(0, now - at) / 1000 : position;
  return Math.min(Math.max(0, current), duration);
}

export interface ClockSample {
  sent: number;
  received: number;
  server: number;
}

/** The server's clock minus ours, ms. The sample with the shortest round trip is wrong by at most half of it. */
export function computeClockOffset(samples: readonly ClockSample[]): number {
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

const CORRECT_BEYOND = 0.06; // Start and stop correcting the playback rate, seconds
const CORRECT_UNTIL = 0.02;
/** Beyond it a seek, unless one was made recently: loading takes time. */
const SEEK_BEYOND = 0.45;
const SEEK_AGAIN_MS = 2_500;
/** After a seek that missed, the rate corrects better than another seek. */
const SEEK_AGAIN_BEYOND = 1.5;
const SETTLED_MS = 15_000;
const MAX_RATE_CHANGE = 0.12; // Inaudible rate changes; larger ones to catch up
const CATCH_UP = { least: 0.25, most: 0.5 };

/** `drift` in seconds, positive when ahead; `sinceSeek` in milliseconds. */
export function computeCorrection(drift: number, correcting: boolean, sinceSeek: number): Correction {
  const distance = Math.abs(drift);
  const seekBeyond = sinceSeek > SETTLED_MS ? SEEK_BEYOND : SEEK_AGAIN_BEYOND;
  if (distance > seekBeyond && sinceSeek > SEEK_AGAIN_MS) return { do: 'seek' };
  if (distance <= (correcting ? CORRECT_UNTIL : CORRECT_BEYOND)) return { do: 'rate', rate: 1 };
  const [least, most] = distance > SEEK_BEYOND ? [CATCH_UP.least, CATCH_UP.most] : [0.03, MAX_RATE_CHANGE];
  const step = Math.min(most, Math.max(least, distance / 2));
  return { do: 'rate', rate: drift > 0 ? 1 - step : 1 + step };
}

export interface Bucket {
  tokens: number;
  at: number;
}

export function takeToken(bucket: Bucket, now: number, burst: number, refillMs: number): Bucket | null {
  const tokens = Math.min(burst, bucket.tokens + Math.max(0, now - bucket.at) / refillMs);
  return tokens < 1 ? null : { tokens: tokens - 1, at: now };
}

/** Exponential with jitter, milliseconds. */
export function computeBackoff(tries: number, random: number): number {
  return Math.min(30_000, 500 * 2 ** Math.min(tries, 10)) * (0.5 + random / 2);
}
