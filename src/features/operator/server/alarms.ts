import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { insertAlarm } from '../../alarms/server/alarm.ts';
import { mayGive } from '../../staff/server/find-operator.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { alarm } from '../alarm.ts';
import type * as calls from '../alarms-contract.ts';
import type { addAlarms as addCall } from '../contract.ts';

const PER_PAGE = 100;
const COLUMNS = sql`id, key, kind, text, payment_id, created_at, delivered_at, attempts, taken_by, taken_at, seen_at,
  seen_by, note`;
const takeRow = v.object({
  id: v.number(),
  taken_by: v.nullable(v.string()),
  seen_at: v.nullable(v.number()),
});

export const listAlarms: OperatorService<typeof calls.listAlarms> = async ({ db }, { all, before }) => {
  const rows = await db.all(sql`SELECT ${COLUMNS} FROM alarms
    WHERE id < ${before ?? Number.MAX_SAFE_INTEGER} AND ${all === '1' ? sql`1` : sql`seen_at IS NULL`}
    ORDER BY id DESC LIMIT ${PER_PAGE}`);
  const data = v.parse(v.array(alarm), rows);
  return ok({ data, next: data.length === PER_PAGE ? (data.at(-1)?.id ?? null) : null });
};

const selectOne = (id: number): SQL => sql`SELECT ${COLUMNS} FROM alarms WHERE id = ${id}`;

const addedRow = v.object({ id: v.number(), key: v.string(), kind: v.string() });

/** The trail has those that are new. */
export const addAlarms: OperatorService<typeof addCall> = async ({ db, now }, { alarms: list }, _operator, record) => {
  const insert = ({ payment_id: paymentId, ...wanted }: (typeof list)[number]) =>
    sql`${insertAlarm(now, { ...wanted, paymentId })} RETURNING id, key, kind`;
  const results = await retryWrite(() => batch(db, list.map(insert)));
  const added = v.parse(v.array(addedRow), results.flat());
  record({ subjects: added.map(({ id }) => `alarm:${String(id)}`), before: { added: [] }, after: { added } });
  return ok({ data: { added: added.length } });
};

/** One statement takes those that nobody has. */
export const takeAlarms: OperatorService<typeof calls.takeAlarms> = async ({ db, now }, { ids }, operator, record) => {
  const isChosen = sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const [made = [], rows] = await batch(db, [
    sql`UPDATE alarms SET taken_by = ${operator}, taken_at = ${now}
      WHERE ${isChosen} AND taken_by IS NULL AND seen_at IS NULL RETURNING id`,
    sql`SELECT id, taken_by, seen_at FROM alarms WHERE ${isChosen}`,
  ]);
  const stored = new Map(v.parse(v.array(takeRow), rows).map((row) => [row.id, row]));
  const numbers = made.map(({ id }) => Number(id));
  record({ subjects: numbers.map((id) => `alarm:${String(id)}`), after: { taken: numbers } });
  return ok({
    data: [...new Set(ids)].map((id) => {
      const row = stored.get(id);
      if (row === undefined) return { id, result: 'unknown' as const, taken_by: null };
      const result = row.seen_at !== null ? 'over' : row.taken_by === operator ? 'taken' : 'held';
      return { id, result, taken_by: row.taken_by } as const;
    }),
  });
};

/** Who may change the staff gives back what an absent member has. */
export const returnAlarm: OperatorService<typeof calls.returnAlarm> = async (context, { id }, operator, record) => {
  const isOwner = await mayGive(context, ['staff.write']);
  const [[before] = [], , [row] = []] = await batch(context.db, [
    selectOne(id),
    sql`UPDATE alarms SET taken_by = NULL, taken_at = NULL
      WHERE id = ${id} AND seen_at IS NULL AND (taken_by = ${operator} OR ${isOwner ? 1 : 0} = 1)`,
    selectOne(id),
  ]);
  if (row === undefined || before === undefined) return fail('alarm_unknown');
  const [old, data] = [v.parse(alarm, before), v.parse(alarm, row)];
  if (data.seen_at !== null) return fail('alarm_over');
  if (data.taken_by !== null) return fail('alarm_taken');
  record({ before: { taken_by: old.taken_by }, after: { taken_by: null } });
  return ok({ data });
};

/** The first end counts: the same member's repeat answers it. */
export const seeAlarm: OperatorService<typeof calls.seeAlarm> = async ({ db, now }, { id, note }, operator, record) => {
  const [[before] = [], made = [], [row] = []] = await batch(db, [
    selectOne(id),
    sql`UPDATE alarms SET seen_at = ${now}, seen_by = ${operator}, note = ${note},
      taken_by = coalesce(taken_by, ${operator}), taken_at = coalesce(taken_at, ${now})
      WHERE id = ${id} AND seen_at IS NULL AND coalesce(taken_by, ${operator}) = ${operator} RETURNING id`,
    selectOne(id),
  ]);
  if (row === undefined || before === undefined) return fail('alarm_unknown');
  const [old, data] = [v.parse(alarm, before), v.parse(alarm, row)];
  if (data.seen_at === null) return fail('alarm_taken');
  if (made.length === 0 && (data.seen_by !== operator || data.note !== note)) return fail('alarm_over');
  if (made.length > 0) record({ before: { taken_by: old.taken_by }, after: { seen_at: now, note } });
  return ok({ data });
};
