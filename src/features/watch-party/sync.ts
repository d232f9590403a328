/** Pure. Positions in seconds, instants in milliseconds of the server's clock. */

export interface RoomState {
  playing: boolean;
  position: number;
  at: number;
}

export function positionAt({ playing, position, at }: RoomState, now: number, duration = Infinity): number {
  const moved = playing ? position + Math.max(0, now - at) / 1000 : position;
  return Math.min(Math.max(0, moved), duration);
}

export interface ClockSample {
  sent: number;
  received: number;
  server: number;
}

/** The server's clock minus ours, ms. The sample with the shortest round trip is wrong by at most half of it. */
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

const FINE = 0.06; // Start and stop correcting the playback rate, seconds
const EXACT = 0.02;
/** Beyond it a seek, unless one was made recently: loading takes time. */
const FAR = 0.45;
const SEEK_AGAIN_MS = 2_500;
/** After a seek that missed, the rate corrects better than another seek. */
const BESIDE = 1.5;
const SETTLED_MS = 15_000;
const MOST = 0.12; // Rate changes that are not heard; larger ones far away
const HURRY = { least: 0.25, most: 0.5 };

/** `drift` in seconds, positive when ahead; `sinceSeek` in milliseconds. */
export function computeCorrection(drift: number, correcting: boolean, sinceSeek: number): Correction {
  const off = Math.abs(drift);
  const far = sinceSeek > SETTLED_MS ? FAR : BESIDE;
  if (off > far && sinceSeek > SEEK_AGAIN_MS) return { do: 'seek' };
  if (off <= (correcting ? EXACT : FINE)) return { do: 'rate', rate: 1 };
  const [least, most] = off > FAR ? [HURRY.least, HURRY.most] : [0.03, MOST];
  const step = Math.min(most, Math.max(least, off / 2));
  return { do: 'rate', rate: drift > 0 ? 1 - step : 1 + step };
}

export interface Bucket {
  left: number;
  at: number;
}

export function takeOne(bucket: Bucket, now: number, burst: number, refillMs: number): Bucket | null {
  const left = Math.min(burst, bucket.left + Math.max(0, now - bucket.at) / refillMs);
  return left < 1 ? null : { left: left - 1, at: now };
}

/** Exponential with jitter, milliseconds. */
export function backoff(tries: number, random: number): number {
  return Math.min(30_000, 500 * 2 ** Math.min(tries, 10)) * (0.5 + random / 2);
}
