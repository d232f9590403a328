import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type * as calls from '../plan-sales-contract.ts';
import { planSale, type PlanSale } from '../prices-contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { readPlan } from '../../payments/server/plans.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { checkStart } from '../price-dates.ts';
import { countRev, renewPages, withdrawPlanned } from './plan-changes.ts';

const COLUMNS = sql`id, plan_id, starts_at, is_sold, operator, reason, created_at, withdrawn_at`;
export const saleRow = v.object({
  ...planSale.entries,
  is_sold: v.pipe(
    v.number(),
    v.transform((value) => value === 1),
  ),
});
const sales = v.array(saleRow);
const selectSaleByKey = (key: string) => sql`SELECT ${COLUMNS} FROM plan_sales WHERE key = ${key}`;

/** One statement asks that nobody has changed the plan meanwhile, and writes. */
export const changePlanSale: OperatorService<typeof calls.changePlanSale> = async (
  context,
  { id, key, rev, starts_at: chosen, is_sold: isSold, reason, rehearse },
  operator,
  record,
) => {
  const { db, now } = context;
  const { earlier, rev: present, taken } = await readState(db, id, key, chosen ?? now);
  const start = earlier?.starts_at ?? chosen ?? now;
  const [before, following] = await Promise.all([readPlan(db, start - 1, id), readPlan(db, start, id)]);
  if (!before || !following) return fail('plan_unknown');
  const data = { starts_at: start, ends_at: following.sale_changes_at, is_sold: isSold };
  const isOwn = (row: PlanSale) =>
    row.plan_id === id && row.operator === operator && row.is_sold === isSold && start === (chosen ?? row.created_at);
  if (earlier) return isOwn(earlier) ? ok({ data }) : fail('key_used');
  const dates = checkStart(chosen, now);
  if (!dates.ok) return dates;
  if (present !== rev) return fail('plan_changed');
  if (taken === 1) return fail('plan_sale_date', { fields: { starts_at: 'plan_sale_date' } });
  if (before.is_sold === isSold) return fail('plan_sale_same');
  if (rehearse) return ok({ data });
  const [, rows = []] = await retryWrite(() =>
    batch(db, [
      sql`INSERT INTO plan_sales (plan_id, starts_at, is_sold, key, operator, reason, created_at)
        SELECT ${id}, ${start}, ${Number(isSold)}, ${key}, ${operator}, ${reason}, ${now}
        WHERE ${countRev(sql`${id}`)} = ${rev} ON CONFLICT DO NOTHING`,
      selectSaleByKey(key),
    ]),
  );
  const [made] = v.parse(sales, rows);
  if (!made) return fail('plan_changed');
  if (!isOwn(made)) return fail('key_used');
  record({ before: { is_sold: before.is_sold }, after: { is_sold: isSold, starts_at: start, reason } });
  renewPages(context);
  return ok({ data });
};

const state = v.tuple([sales, v.tuple([v.object({ rev: v.number(), taken: v.number() })])]);

/** At one moment: of two requests with one key, the second must not see the change of the first alone. */
async function readState(db: Database, id: number, key: string, start: number) {
  const [[earlier], [row]] = v.parse(
    state,
    await batch(db, [
      selectSaleByKey(key),
      sql`SELECT ${countRev(sql`${id}`)} AS rev, EXISTS (SELECT 1 FROM plan_sales
        WHERE plan_id = ${id} AND withdrawn_at IS NULL AND starts_at = ${start}) AS taken`,
    ]),
  );
  return { earlier, ...row };
}

export const withdrawPlanSale: OperatorService<typeof calls.withdrawPlanSale> = (
  context,
  { id, sale, rev, reason },
  _operator,
  record,
) =>
  withdrawPlanned(
    context,
    {
      columns: COLUMNS,
      table: sql`plan_sales`,
      where: sql`id = ${sale} AND plan_id = ${id}`,
      shape: saleRow,
      isCurrent: sql`${countRev(sql`${id}`)} = ${rev}`,
      reason,
      codes: { unknown: 'plan_sale_unknown', begun: 'plan_sale_begun', changed: 'plan_changed' },
    },
    record,
  );
