import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type * as calls from '../plan-sales-contract.ts';
import { planWording, type planTexts } from '../prices-contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { readPlan } from '../../payments/server/plans.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { checkStart } from '../price-dates.ts';
import { countRev, renewPages, withdrawPlanned } from './plan-changes.ts';

type Texts = Record<keyof typeof planTexts, string>;

const COLUMNS = sql`id, plan_id, starts_at, name_fa, name_en, description, description_en, operator, reason, created_at,
  withdrawn_at`;
const rows = v.array(planWording);
const facts = v.tuple([v.object({ rev: v.number(), taken: v.number(), next: v.nullable(v.number()) })]);

const pickTexts = ({ name_fa, name_en, description, description_en }: Texts): Texts => ({
  ...{ name_fa, name_en, description, description_en },
});
const areTextsEqual = (one: Texts, other: Texts) => JSON.stringify(pickTexts(one)) === JSON.stringify(pickTexts(other));

/** One statement asks that nobody has changed the plan meanwhile, and writes. */
export const changePlanTexts: OperatorService<typeof calls.changePlanTexts> = async (
  context,
  { id, key, rev, starts_at: chosen, reason, rehearse, ...input },
  operator,
  record,
) => {
  const { db, now } = context;
  const texts = pickTexts(input);
  const wanted = chosen ?? now;
  // At one moment: of two requests with one key, the second must not see the change of the first alone.
  const [found = [], state = []] = await batch(db, [
    sql`SELECT ${COLUMNS} FROM plan_texts WHERE key = ${key}`,
    sql`SELECT ${countRev(sql`${id}`)} AS rev, EXISTS (SELECT 1 FROM plan_texts
        WHERE plan_id = ${id} AND withdrawn_at IS NULL AND starts_at = ${wanted}) AS taken,
      (SELECT min(starts_at) FROM plan_texts
        WHERE plan_id = ${id} AND withdrawn_at IS NULL AND starts_at > ${wanted}) AS next`,
  ]);
  const [[earlier], [{ rev: present, taken, next }]] = [v.parse(rows, found), v.parse(facts, state)];
  const start = earlier?.starts_at ?? wanted;
  const plan = await readPlan(db, start - 1, id);
  if (!plan) return fail('plan_unknown');
  const data = { starts_at: start, ends_at: next, before: pickTexts(plan), after: texts };
  const isOwn = (row: v.InferOutput<typeof planWording>) =>
    row.plan_id === id &&
    row.operator === operator &&
    areTextsEqual(row, texts) &&
    start === (chosen ?? row.created_at);
  if (earlier) return isOwn(earlier) ? ok({ data }) : fail('key_used');
  const dates = checkStart(chosen, now);
  if (!dates.ok) return dates;
  if (present !== rev) return fail('plan_changed');
  if (taken === 1) return fail('plan_texts_date', { fields: { starts_at: 'plan_texts_date' } });
  if (areTextsEqual(plan, texts)) return fail('plan_texts_same');
  if (rehearse) return ok({ data });
  const [, after = []] = await retryWrite(() =>
    batch(db, [
      sql`INSERT INTO plan_texts (plan_id, starts_at, name_fa, name_en, description, description_en, key, operator, reason,
          created_at)
        SELECT ${id}, ${start}, ${texts.name_fa}, ${texts.name_en}, ${texts.description}, ${texts.description_en}, ${key},
          ${operator}, ${reason}, ${now}
        WHERE ${countRev(sql`${id}`)} = ${rev} ON CONFLICT DO NOTHING`,
      sql`SELECT ${COLUMNS} FROM plan_texts WHERE key = ${key}`,
    ]),
  );
  const [made] = v.parse(rows, after);
  if (!made) return fail('plan_changed');
  if (!isOwn(made)) return fail('key_used');
  record({ before: data.before, after: { ...texts, starts_at: start, reason } });
  renewPages(context);
  return ok({ data });
};

export const withdrawPlanTexts: OperatorService<typeof calls.withdrawPlanTexts> = (
  context,
  { id, texts, rev, reason },
  _operator,
  record,
) =>
  withdrawPlanned(
    context,
    {
      columns: COLUMNS,
      table: sql`plan_texts`,
      where: sql`id = ${texts} AND plan_id = ${id}`,
      shape: planWording,
      isCurrent: sql`${countRev(sql`${id}`)} = ${rev}`,
      reason,
      codes: { unknown: 'plan_texts_unknown', begun: 'plan_texts_begun', changed: 'plan_changed' },
    },
    record,
  );
