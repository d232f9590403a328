import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { ok } from '../../../platform/outcome.ts';
import { tehranDate } from '../../../platform/text/tehran-week.ts';
import { startTimes } from '../../qoe/report.ts';
import type { getQuality as call, QualityRow } from '../quality-contract.ts';

const DAY_SECONDS = 24 * 60 * 60;

const counts = { day: v.string(), height: v.number() };
const dayRows = v.array(
  v.object({
    ...counts,
    ...{ exits: v.number(), failures: v.number(), stalls: v.number(), stall_ms: v.number(), played_ms: v.number() },
  }),
);
const startRows = v.array(v.object({ ...counts, bucket: v.number(), starts: v.number() }));

type Rows = { plays: v.InferOutput<typeof dayRows>; starts: v.InferOutput<typeof startRows> };

export const getQuality: OperatorService<typeof call> = async ({ db, now }, { days }) => {
  const first = tehranDate(now - (days - 1) * DAY_SECONDS);
  const [playRows, bucketRows] = await batch(db, [
    sql`SELECT day, height, sum(exits) AS exits, sum(failures) AS failures, sum(stalls) AS stalls,
      sum(stall_ms) AS stall_ms, sum(played_ms) AS played_ms FROM qoe_days WHERE day >= ${first} GROUP BY day, height`,
    sql`SELECT day, height, bucket, sum(starts) AS starts FROM qoe_starts WHERE day >= ${first}
      GROUP BY day, height, bucket`,
  ]);
  const rows = { plays: v.parse(dayRows, playRows), starts: v.parse(startRows, bucketRows) };
  return ok({
    data: {
      total: summarize(rows, () => true),
      days: listDistinct(rows.plays.map(({ day }) => day)).map((day) => ({
        day,
        ...summarize(rows, (row) => row.day === day),
      })),
      heights: listDistinct(rows.plays.map(({ height }) => height)).map((height) => ({
        height,
        ...summarize(rows, (row) => row.height === height),
      })),
    },
  });
};

function listDistinct<Value extends string | number>(values: readonly Value[]): Value[] {
  return [...new Set(values)].sort((a, b) => (a < b ? 1 : -1));
}

function summarize({ plays, starts }: Rows, isOf: (row: { day: string; height: number }) => boolean): QualityRow {
  const matching = plays.filter(isOf);
  const buckets = starts.filter(isOf).map(({ bucket, starts: count }) => ({ bucket, count }));
  const add = (key: 'exits' | 'failures' | 'stalls' | 'stall_ms' | 'played_ms') =>
    matching.reduce((sum, row) => sum + row[key], 0);
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
