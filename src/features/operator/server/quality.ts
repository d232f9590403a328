import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { ok } from '../../../platform/outcome.ts';
import { tehranDate } from '../../../platform/text/tehran-week.ts';
import type { getQuality as call } from '../quality-contract.ts';
import { playCounts, startCounts, summarizeQuality } from './summarize-quality.ts';

const DAY_SECONDS = 24 * 60 * 60;

const place = { day: v.string(), height: v.number() };
const dayRows = v.array(v.object({ ...place, ...playCounts }));
const startRows = v.array(v.object({ ...place, ...startCounts }));

export const getQuality: OperatorService<typeof call> = async ({ db, now }, { days }) => {
  const first = tehranDate(now - (days - 1) * DAY_SECONDS);
  const [playRows, bucketRows] = await batch(db, [
    sql`SELECT day, height, sum(exits) AS exits, sum(failures) AS failures, sum(stalls) AS stalls,
      sum(stall_ms) AS stall_ms, sum(played_ms) AS played_ms FROM qoe_days WHERE day >= ${first} GROUP BY day, height`,
    sql`SELECT day, height, bucket, sum(starts) AS starts FROM qoe_starts WHERE day >= ${first}
      GROUP BY day, height, bucket`,
  ]);
  const [plays, starts] = [v.parse(dayRows, playRows), v.parse(startRows, bucketRows)];
  const summarize = (isOf: (row: { day: string; height: number }) => boolean) =>
    summarizeQuality(plays.filter(isOf), starts.filter(isOf));
  return ok({
    data: {
      total: summarize(() => true),
      days: listDistinct(plays.map(({ day }) => day)).map((day) => ({ day, ...summarize((row) => row.day === day) })),
      heights: listDistinct(plays.map(({ height }) => height)).map((height) => ({
        height,
        ...summarize((row) => row.height === height),
      })),
    },
  });
};

function listDistinct<Value extends string | number>(values: readonly Value[]): Value[] {
  return [...new Set(values)].sort((a, b) => (a < b ? 1 : -1));
}
