import * as v from 'valibot';
import type {} from '../../data-cost/data-saver.ts';
import { readLocal, writeLocal } from '../../../platform/client/local.ts';

const KEY = 'throughput';
/** A measurement does not describe the network of another day. */
const GOOD_FOR_MS = 24 * 60 * 60 * 1000;
const measured = v.object({ bits: v.number(), at: v.number() });

/** Bits per second: the last measurement, else the browser's estimate; null for unknown. */
export function networkEstimate(): number | null {
  const kept = readLocal(KEY, measured);
  const reported = navigator.connection?.downlink;
  const guess = reported === undefined ? null : reported * 1_000_000;
  if (kept === null || Date.now() - kept.at > GOOD_FOR_MS) return guess;
  // The slower of both: a phone may have left its Wi-Fi.
  return guess === null ? kept.bits : Math.min(kept.bits, guess);
}

export function storeThroughput(bits: number): void {
  if (Number.isFinite(bits) && bits > 0) writeLocal(KEY, { bits: Math.round(bits), at: Date.now() });
}
