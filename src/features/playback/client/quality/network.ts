import * as v from 'valibot';
import type {} from '../../../data-cost/data-saver.ts';
import { readLocal, writeLocal } from '../../../../platform/client/local.ts';

const KEY = 'throughput';
/** A measurement does not describe the network of another day. */
const GOOD_FOR_MS = 24 * 60 * 60 * 1000;
/** Milliseconds in which the page that loads ahead and the player begin with one rendition. */
const AGREED_MS = 10_000;
const measured = v.object({ bits: v.number(), at: v.number() });

declare global {
  /** The page's script and the player have a copy of this file each. */
  var agreedEstimate: { bits: number | null; at: number } | undefined;
}

/** Bits per second: the last measurement, else the browser's estimate; null for unknown. */
export function networkEstimate(): number | null {
  const agreed = globalThis.agreedEstimate;
  const isNew = !agreed || performance.now() - agreed.at > AGREED_MS;
  const { bits } = isNew ? (globalThis.agreedEstimate = { bits: readEstimate(), at: performance.now() }) : agreed;
  return bits;
}

function readEstimate(): number | null {
  const measurement = readLocal(KEY, measured);
  const reported = navigator.connection?.downlink;
  const guess = reported === undefined ? null : reported * 1_000_000;
  if (measurement === null || Date.now() - measurement.at > GOOD_FOR_MS) return guess;
  // The slower of both: a phone may have left its Wi-Fi.
  return guess === null ? measurement.bits : Math.min(measurement.bits, guess);
}

export function storeThroughput(bits: number): void {
  globalThis.agreedEstimate = undefined;
  if (Number.isFinite(bits) && bits > 0) writeLocal(KEY, { bits: Math.round(bits), at: Date.now() });
}
