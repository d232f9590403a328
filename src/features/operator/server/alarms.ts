import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { alarm } from '../alarm.ts';
import type { listAlarms as listCall, seeAlarm as seeCall } from '../contract.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../../platform/http/serve-operator.ts';

const PER_PAGE = 100;

export const listAlarms: OperatorService<typeof listCall> = async ({ db }, { all, before }) => {
  const rows = await db.all(sql`SELECT id, key, kind, text, payment_id, created_at, delivered_at, attempts, seen_at
    FROM alarms WHERE id < ${before ?? Number.MAX_SAFE_INTEGER} AND ${all === '1' ? sql`1` : sql`seen_at IS NULL`}
    ORDER BY id DESC LIMIT ${PER_PAGE}`);
  const data = v.parse(v.array(alarm), rows);
  return ok({ data, next: data.length === PER_PAGE ? (data.at(-1)?.id ?? null) : null });
};

export const seeAlarm: OperatorService<typeof seeCall> = async ({ db, now }, { id }) => {
  const [row] = await db.all<{ seen_at: number }>(
    sql`UPDATE alarms SET seen_at = coalesce(seen_at, ${now}) WHERE id = ${id} RETURNING seen_at`,
  );
  return row ? ok({ data: { id, seen_at: row.seen_at } }) : fail('alarm_unknown');
};
