import * as v from 'valibot';
import { startTimes } from '../../qoe/report.ts';
import type { QualityRow } from '../quality-contract.ts';

/** Columns of `qoe_days` and `qoe_starts`. */
export const playCounts = {
  ...{ exits: v.number(), failures: v.number(), stalls: v.number(), stall_ms: v.number(), played_ms: v.number() },
};
export const startCounts = { bucket: v.number(), starts: v.number() };

type PlayCount = keyof typeof playCounts;

export function summarizeQuality(
  plays: readonly Readonly<Record<PlayCount, number>>[],
  startRows: readonly { bucket: number; starts: number }[],
): QualityRow {
  const buckets = startRows.map(({ bucket, starts: count }) => ({ bucket, count }));
  const add = (key: PlayCount) => plays.reduce((sum, row) => sum + row[key], 0);
  const [stalled, played] = [add('stall_ms'), add('played_ms')];
  const findStart = (share: number) => {
    const ms = startTimes.findPercentile(buckets, share);
    return ms === null ? null : Math.round(ms);
  };
  return {
    starts: buckets.reduce((sum, { count }) => sum + count, 0),
    start_p50: findStart(0.5),
    start_p95: findStart(0.95),
    exits: add('exits'),
    failures: add('failures'),
    stalls: add('stalls'),
    stall_share: stalled + played > 0 ? stalled / (stalled + played) : null,
    played_seconds: Math.round(played / 1000),
  };
}
