import { sql } from 'drizzle-orm';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { SWEEP_ROWS, sweepRows } from '../../../platform/db/sweep-rows.ts';
import { takeBudget } from '../../../platform/http/limits/rate-limit.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { ok } from '../../../platform/outcome.ts';
import { tehranDate } from '../../../platform/text/tehran-week.ts';
import { toNamedNetwork } from '../../../platform/config/operators.ts';
import { STANDARD_HEIGHTS } from '@pardeh/hls/standard-height';
import type { reportQuality as call } from '../contract.ts';
import { HEIGHT_KEY, PLAYED_KEY } from '../keys.ts';
import { startTimes, type Report } from '../report.ts';

const MAX_AGE_DAYS = 90;

/** `too_many_requests` by network. The session's id and the clock of the device are not stored. */
export const storeReports: Service<typeof call> = async (context, { reports }) => {
  const budget = await takeBudget(context, [{ limit: 'quality' }]);
  if (!budget.ok) return budget;
  const day = tehranDate(context.now);
  const network = toNamedNetwork(context.asn);
  const statements = reports.flatMap((one) => toStatements(day, network, one));
  await batch(context.db, statements);
  return ok({ data: { counted: reports.length } });
};

function toStatements(day: string, network: number, one: Report) {
  const height = normalizeHeight(one[HEIGHT_KEY]);
  const { exits, failures, stalls, stallMs, playedMs } = toCounts(one);
  const bucket = one.msd === undefined ? null : startTimes.findBucket(one.msd);
  return [
    sql`INSERT INTO qoe_days (day, height, network, exits, failures, stalls, stall_ms, played_ms)
      VALUES (${day}, ${height}, ${network}, ${exits}, ${failures}, ${stalls}, ${stallMs}, ${playedMs})
      ON CONFLICT (day, height, network) DO UPDATE SET exits = exits + excluded.exits,
        failures = failures + excluded.failures, stalls = stalls + excluded.stalls,
        stall_ms = stall_ms + excluded.stall_ms, played_ms = played_ms + excluded.played_ms`,
    ...(bucket === null
      ? []
      : [
          sql`INSERT INTO qoe_starts (day, height, network, bucket, starts) VALUES (${day}, ${height}, ${network}, ${bucket}, 1)
            ON CONFLICT (day, height, network, bucket) DO UPDATE SET starts = starts + 1`,
        ]),
  ];
}

function toCounts({ e, sta, su = false, bsd, [PLAYED_KEY]: playedMs = 0 }: Report) {
  const isOver = sta === 'q' || sta === 'f';
  return {
    exits: isOver && su ? 1 : 0,
    failures: sta === 'f' ? 1 : 0,
    stalls: e === 'ps' && sta === 'r' ? 1 : 0,
    stallMs: bsd?.[0] ?? 0,
    playedMs,
  };
}

/** One of the few usual heights, so that a day has few rows; 0 for unknown. */
function normalizeHeight(height = 0): number {
  return STANDARD_HEIGHTS.findLast((standard) => standard <= height) ?? 0;
}

export async function sweepReports({ db, now }: { db: Database; now: number }): Promise<void> {
  const first = tehranDate(now - MAX_AGE_DAYS * 24 * 60 * 60);
  await sweepRows(
    db,
    ['qoe_days', 'qoe_starts'].map(
      (table) => sql`DELETE FROM ${sql.identifier(table)} WHERE rowid IN
        (SELECT rowid FROM ${sql.identifier(table)} WHERE day < ${first} LIMIT ${SWEEP_ROWS})`,
    ),
  );
}
