import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { SWEEP_ROWS, sweepRows } from '../../../platform/db/sweep-rows.ts';
import {
  dayBefore,
  TEHRAN_OFFSET_SECONDS,
  tehranDate,
  tehranHourStart,
  tehranMidnight,
} from '../../../platform/text/tehran-week.ts';
import type { FigureName } from '../figures-contract.ts';

const HOUR = 60 * 60;
const MAX_AGE_SECONDS = 90 * 24 * HOUR;
const MIN_PAUSE_SECONDS = 10 * 60;
/** A subscription is renewed some time after the hour that it counts in. */
const OPEN_HOURS = 2;
const MAX_HOURS_PER_TICK = 24;
/** A bank may say no on the next day. */
const FAILED_HOURS = 24;
/** With more, their number is unknown: the count is bounded. */
const MAX_RUNNING = 100_000;

/** Each is counted as it happens. */
export const MARKED = ['empty_searches', 'sms', 'sms_failed'] as const satisfies readonly FigureName[];

const marks = v.array(v.object({ hour: v.number(), value: v.number() }));

/** Counts the present hour and those before it that are open or were missed: 24 hours a tick at most, once in ten minutes. */
export async function countHours({ db, now }: { db: Database; now: number }): Promise<void> {
  const hour = tehranHourStart(now);
  // A clock that was ahead has left marks of hours that are to come.
  const [, rows] = await batch(db, [
    sql`DELETE FROM desk_hours WHERE figure = 'counted' AND hour > ${hour}`,
    sql`SELECT hour, value FROM desk_hours WHERE figure = 'counted' ORDER BY hour DESC LIMIT 1`,
  ]);
  const [last] = v.parse(marks, rows);
  const age = now - (last?.value ?? 0);
  if (age >= 0 && age < MIN_PAUSE_SECONDS) return;
  const first = Math.min(hour, last === undefined ? hour : last.hour + HOUR);
  const isGap = last === undefined || first < hour || last.value === 0;
  const from = last === undefined ? hour : first - OPEN_HOURS * HOUR;
  const end = Math.min(hour + HOUR, from + MAX_HOURS_PER_TICK * HOUR);
  const isPresent = end > hour;
  await batch(db, [
    ...countRows(from, end),
    ...(isPresent ? countNow(hour, now, { isFirst: last === undefined, isGap }) : []),
    sql`INSERT INTO desk_hours (hour, figure, part, value)
      SELECT value, 'counted', '', iif(value = ${hour}, ${now}, 0) FROM json_each(${listHours(first, end)}) WHERE true
      ON CONFLICT (hour, figure, part) DO UPDATE SET value = iif(excluded.value > 0, excluded.value, value)`,
  ]);
  await sweepRows(db, [
    sql`DELETE FROM desk_hours WHERE (hour, figure, part) IN (SELECT hour, figure, part FROM desk_hours
      WHERE hour < ${now - MAX_AGE_SECONDS} LIMIT ${SWEEP_ROWS})`,
  ]);
}

function listHours(first: number, end: number): string {
  return JSON.stringify(Array.from({ length: (end - first) / HOUR }, (_, at) => first + at * HOUR));
}

/** An account has bought a plan, so its subscription is more than a trial. */
const hasPlan = (userId: SQL): SQL => sql`EXISTS (SELECT 1 FROM payments p JOIN payment_lines l ON l.payment_id = p.id
  AND l.kind = 'plan' AND l.delivered = 1 AND l.gift = 0 WHERE p.user_id = ${userId})`;

/** The figures that tables of the site hold with their time: the same rows however often. */
function countRows(from: number, end: number): SQL[] {
  const count = (figure: string, part: SQL, value: SQL, time: SQL, rows: SQL, first = from) => {
    const hour = sql`${time} - (${time} + ${TEHRAN_OFFSET_SECONDS}) % ${HOUR}`;
    return sql`INSERT INTO desk_hours (hour, figure, part, value) SELECT ${hour}, ${figure}, ${part}, ${value} FROM ${rows}
      AND ${time} >= ${first} AND ${time} < ${end} GROUP BY 1, 3
      ON CONFLICT (hour, figure, part) DO UPDATE SET value = value + excluded.value`;
  };
  const [none, one] = [sql`''`, sql`count(*)`];
  const soldRefunds = sql`refunds r JOIN refund_lines x ON x.refund_id = r.id
    JOIN payment_lines l ON l.payment_id = x.payment_id AND l.line = x.line AND l.delivered = 1 AND l.kind <> 'wallet'`;
  const failedFrom = from - FAILED_HOURS * HOUR;
  return [
    sql`DELETE FROM desk_hours WHERE hour >= ${from} AND hour < ${end}
      AND figure IN ('signups', 'revenue', 'refunds', 'ended')`,
    sql`DELETE FROM desk_hours WHERE hour >= ${failedFrom} AND hour < ${end} AND figure = 'failed'`,
    count('signups', none, one, sql`created_at`, sql`users WHERE true`),
    count(
      'revenue',
      none,
      sql`sum(total - kept)`,
      sql`settled_at`,
      sql`payments WHERE +state = 'settled' AND purpose <> 'wallet'`,
    ),
    count('refunds', none, sql`sum(x.toman)`, sql`r.created_at`, sql`${soldRefunds} WHERE r.applied_at IS NOT NULL`),
    count('refunds', none, sql`-sum(x.toman)`, sql`r.undone_at`, sql`${soldRefunds} WHERE r.undone_at IS NOT NULL`),
    count('failed', sql`method`, one, sql`created_at`, sql`payments WHERE state = 'failed'`, failedFrom),
    count('ended', none, one, sql`subscribed_until`, sql`users WHERE ${hasPlan(sql`users.id`)}`),
  ];
}

/**
 * Reports of plays are counts of a day: an hour has what the hours before it do not. The day's last minutes are added by
 * the next day's first tick. After a gap, and on the first tick of all, what is older goes into the hour before, which is
 * not shown.
 */
function countNow(hour: number, now: number, { isFirst, isGap }: { isFirst: boolean; isGap: boolean }): SQL[] {
  const today = tehranDate(now);
  const midnight = tehranMidnight(today);
  const before = Math.max(midnight, hour - HOUR);
  return [
    ...countPlayback(today, isGap ? before : hour),
    ...(isFirst ? [] : countPlayback(dayBefore(today), midnight - HOUR)),
    // A row of 0 tells an hour without any from one in which nobody counted.
    sql`INSERT INTO desk_hours (hour, figure, part, value)
      SELECT ${hour}, value, '', 0 FROM json_each(${JSON.stringify(MARKED)}) WHERE true
      ON CONFLICT (hour, figure, part) DO NOTHING`,
    // Once: those that ran when the hour began.
    sql`INSERT INTO desk_hours (hour, figure, part, value)
      SELECT ${hour}, 'running', '', running FROM (
        SELECT count(*) AS read, coalesce(sum(${hasPlan(sql`held.id`)}), 0) AS running
        FROM (SELECT id FROM users WHERE subscribed_until > ${hour} AND NOT EXISTS (
          SELECT 1 FROM desk_hours WHERE hour = ${hour} AND figure = 'running') LIMIT ${MAX_RUNNING + 1}) held)
      WHERE read <= ${MAX_RUNNING} ON CONFLICT (hour, figure, part) DO NOTHING`,
    sql`INSERT INTO desk_hours (hour, figure, part, value)
      SELECT ${hour}, 'people', '', count(*) FROM streams WHERE stopped = 0 AND ends_at > ${now}
      ON CONFLICT (hour, figure, part) DO UPDATE SET value = max(value, excluded.value)`,
  ];
}

function countPlayback(day: string, hour: number): SQL[] {
  const add = (figure: string, part: SQL, column: SQL, table: SQL) =>
    sql`INSERT INTO desk_hours (hour, figure, part, value)
      SELECT ${hour}, ${figure}, day_sums.part, day_sums.value - coalesce(b.value, 0)
      FROM (SELECT ${part} AS part, sum(${column}) AS value FROM ${table} WHERE day = ${day} GROUP BY 1) day_sums
      LEFT JOIN (SELECT part, sum(value) AS value FROM desk_hours WHERE hour >= ${tehranMidnight(day)} AND hour < ${hour}
        AND figure = ${figure} GROUP BY part) b ON b.part = day_sums.part
      WHERE day_sums.value > coalesce(b.value, 0)
      ON CONFLICT (hour, figure, part) DO UPDATE SET value = excluded.value`;
  const network = sql`CAST(network AS TEXT)`;
  return [
    add('start', sql`network || '.' || bucket`, sql`starts`, sql`qoe_starts`),
    ...['stalls', 'stall_ms', 'played_ms'].map((name) =>
      add(name, network, sql`${sql.identifier(name)}`, sql`qoe_days`),
    ),
  ];
}
