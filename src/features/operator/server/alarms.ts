import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { listAlarms as listCall, seeAlarm as seeCall } from '../contract.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../../platform/http/serve-operator.ts';

const PER_PAGE = 100;

const rows = v.array(
  v.object({
    id: v.number(),
    key: v.string(),
    kind: v.string(),
    text: v.string(),
    payment_id: v.nullable(v.string()),
    created_at: v.number(),
    delivered_at: v.nullable(v.number()),
    attempts: v.number(),
    seen_at: v.nullable(v.number()),
  }),
);

/** Alarms, the newest first. */
export const listAlarms: OperatorService<typeof listCall> = async ({ db }, { all, before }) => {
  const matches = await db.all(sql`SELECT id, key, kind, text, payment_id, created_at, delivered_at, attempts, seen_at
    FROM alarms WHERE id < ${before ?? Number.MAX_SAFE_INTEGER} AND ${all === '1' ? sql`1` : sql`seen_at IS NULL`}
    ORDER BY id DESC LIMIT ${PER_PAGE}`);
  const data = v.parse(rows, matches);
  return ok({ data, next: data.length === PER_PAGE ? (data.at(-1)?.id ?? null) : null });
};

/** Marks an alarm as seen; the first time stays. */
export const seeAlarm: OperatorService<typeof seeCall> = async ({ db, now }, { id }) => {
  const [row] = await db.all<{ seen_at: number }>(
    sql`UPDATE alarms SET seen_at = coalesce(seen_at, ${now}) WHERE id = ${id} RETURNING seen_at`,
  );
  return row ? ok({ data: { id, seen_at: row.seen_at } }) : fail('alarm_unknown');
};
