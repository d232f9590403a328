import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { addPlan as call } from '../plan-sales-contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { checkStart } from '../price-dates.ts';
import { renewPages, toCost } from './plan-changes.ts';

/** Numbers below are those of a catalogue, which a later load may bring. */
const LAST_CATALOGUE_ID = 1000;

const FIELDS = ['name_fa', 'name_en', 'description', 'description_en', 'days', 'toman', 'streams'] as const;
const planRow = v.object({
  ...{ id: v.number(), name_fa: v.string(), name_en: v.string(), description: v.string(), description_en: v.string() },
  ...{ days: v.number(), toman: v.number(), streams: v.nullable(v.number()) },
  ...{ starts_at: v.number(), operator: v.string(), created_at: v.number() },
});

/** The plan, its limit and the first row of its sale are one batch. A number that was deleted by SQL is not given again. */
export const addPlan: OperatorService<typeof call> = async (
  context,
  { key, starts_at: chosen, reason, rehearse, ...terms },
  operator,
  record,
) => {
  const { db, now } = context;
  const start = chosen ?? now;
  const cost = toCost({ id: 0, ...terms, discount_percent: null, discount_price: null, discount_day: null });
  const find = sql`SELECT p.id, p.name_fa, p.name_en, p.description, p.description_en, p.days, p.toman, l.streams,
      s.starts_at, s.operator, s.created_at
    FROM plan_sales s JOIN plans p ON p.id = s.plan_id LEFT JOIN plan_limits l ON l.plan_id = p.id WHERE s.key = ${key}`;
  const isOwn = (row: v.InferOutput<typeof planRow>) =>
    row.operator === operator &&
    row.starts_at === (chosen ?? row.created_at) &&
    FIELDS.every((name) => row[name] === terms[name]);
  const answer = (row: v.InferOutput<typeof planRow>) =>
    isOwn(row) ? ok({ data: { id: row.id, starts_at: row.starts_at, cost } }) : fail('key_used' as const);
  const [earlier] = v.parse(v.array(planRow), await db.all(find));
  if (earlier) return answer(earlier);
  const dates = checkStart(chosen, now);
  if (!dates.ok) return dates;
  if (rehearse) return ok({ data: { id: null, starts_at: start, cost } });
  const isNew = sql`NOT EXISTS (SELECT 1 FROM plan_sales WHERE key = ${key})`;
  const id = sql`(SELECT max(id) FROM plans)`;
  const [, , , rows = []] = await retryWrite(() =>
    batch(db, [
      sql`INSERT INTO plans (id, name_fa, name_en, description, description_en, days, toman, sold)
        SELECT max(${LAST_CATALOGUE_ID}, coalesce(${id}, 0), coalesce((SELECT max(plan_id) FROM plan_sales), 0)) + 1,
          ${terms.name_fa}, ${terms.name_en}, ${terms.description}, ${terms.description_en}, ${terms.days},
          ${terms.toman}, 0 WHERE ${isNew}`,
      sql`INSERT INTO plan_limits (plan_id, streams) SELECT ${id}, ${terms.streams}
        WHERE ${terms.streams} IS NOT NULL AND ${isNew}
        ON CONFLICT (plan_id) DO UPDATE SET streams = excluded.streams`,
      sql`INSERT INTO plan_sales (plan_id, starts_at, is_sold, key, operator, reason, created_at)
        SELECT ${id}, ${start}, 1, ${key}, ${operator}, ${reason}, ${now} WHERE ${isNew}`,
      find,
    ]),
  );
  const [made] = v.parse(v.array(planRow), rows);
  if (!made) return fail('key_used');
  if (isOwn(made) && made.created_at === now) {
    record({ subjects: [`plan:${String(made.id)}`], after: { id: made.id, ...terms, starts_at: start, reason } });
    renewPages(context);
  }
  return answer(made);
};
