import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { planWording, withdrawPlanPrice, type listPlanPrices as call, type ListedPrice } from '../prices-contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import { ok } from '../../../platform/outcome.ts';
import { readPlans } from '../../payments/server/plans.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { countRev, toCost } from './plan-changes.ts';
import { PRICE_COLUMNS } from './plan-prices.ts';
import { saleRow } from './plan-sales.ts';

const PRICES_SHOWN = 200;
const SALES_SHOWN = 50;
const prices = v.array(withdrawPlanPrice.output.entries.data);
const facts = v.array(
  v.object({
    plan_id: v.number(),
    rev: v.number(),
    streams: v.nullable(v.number()),
    sales: v.pipe(v.string(), v.parseJson(), v.array(saleRow)),
    texts: v.pipe(v.string(), v.parseJson(), v.array(planWording)),
  }),
);

export const listPlanPrices: OperatorService<typeof call> = async ({ db, now }) => {
  const [plans, [factRows = [], priceRows = []]] = await Promise.all([
    readPlans(db, now),
    batch(db, [
      sql`SELECT plans.id AS plan_id, ${countRev(sql`plans.id`)} AS rev,
          (SELECT l.streams FROM plan_limits l WHERE l.plan_id = plans.id) AS streams,
          (SELECT json_group_array(json_object('id', s.id, 'plan_id', s.plan_id, 'starts_at', s.starts_at,
              'is_sold', s.is_sold, 'operator', s.operator, 'reason', s.reason, 'created_at', s.created_at,
              'withdrawn_at', s.withdrawn_at))
            FROM (SELECT * FROM plan_sales WHERE plan_id = plans.id ORDER BY id DESC LIMIT ${SALES_SHOWN}) s) AS sales,
          (SELECT json_group_array(json_object('id', t.id, 'plan_id', t.plan_id, 'starts_at', t.starts_at,
              'name_fa', t.name_fa, 'name_en', t.name_en, 'description', t.description,
              'description_en', t.description_en, 'operator', t.operator, 'reason', t.reason,
              'created_at', t.created_at, 'withdrawn_at', t.withdrawn_at))
            FROM (SELECT * FROM plan_texts WHERE plan_id = plans.id ORDER BY id DESC LIMIT ${SALES_SHOWN}) t) AS texts
        FROM plans`,
      sql`SELECT ${PRICE_COLUMNS} FROM plan_prices ORDER BY id DESC LIMIT ${PRICES_SHOWN}`,
    ]),
  ]);
  const byPlan = new Map(v.parse(facts, factRows).map((row) => [row.plan_id, row]));
  const pricesByPlan = Map.groupBy(v.parse(prices, priceRows), ({ plan_id: id }) => id);
  const data = plans.map((plan) => {
    const { rev = 0, streams = null, sales = [], texts = [] } = byPlan.get(plan.id) ?? {};
    return {
      ...{ id: plan.id, name_fa: plan.name_fa, name_en: plan.name_en, is_sold: plan.is_sold, rev, streams },
      ...{ description: plan.description, description_en: plan.description_en },
      now: toCost(plan),
      prices: markStates(pricesByPlan.get(plan.id) ?? [], now),
      sales: markStates(sales, now),
      texts: markStates(texts, now),
    };
  });
  return ok({ data });
};

type State = ListedPrice['state'];

/** `now` is the newest that has begun. */
export function markStates<Row extends { starts_at: number; withdrawn_at: number | null }>(
  rows: readonly Row[],
  now: number,
): (Row & { state: State })[] {
  const begun = rows.filter(({ withdrawn_at: gone, starts_at: at }) => gone === null && at <= now);
  const start = Math.max(...begun.map(({ starts_at: at }) => at));
  return rows.map((row) => {
    const { withdrawn_at: gone, starts_at: at } = row;
    return { ...row, state: gone !== null ? 'withdrawn' : at > now ? 'planned' : at === start ? 'now' : 'past' };
  });
}
