import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../../platform/db/client.ts';
import { selectPlansAt } from '../plans-at.ts';

const rows = v.array(
  v.object({
    id: v.number(),
    name_fa: v.string(),
    name_en: v.string(),
    toman: v.number(),
    days: v.number(),
    description: v.string(),
    description_en: v.string(),
    discount_percent: v.nullable(v.number()),
    discount_price: v.nullable(v.number()),
    discount_day: v.nullable(v.number()),
    changes_at: v.nullable(v.number()),
    is_sold: v.pipe(
      v.number(),
      v.transform((value) => value === 1),
    ),
    sale_changes_at: v.nullable(v.number()),
  }),
);
export type PlanRow = v.InferOutput<typeof rows>[number];

/** All plans as they are at `at`, epoch seconds. `rest`: a condition or an order, of `plans`. */
export async function readPlans(db: Database, at: number, rest: SQL = sql`ORDER BY plans.id`): Promise<PlanRow[]> {
  return v.parse(rows, await db.all(sql`${selectPlansAt(at)} ${rest}`));
}

/** Those that are sold at `at`. */
export async function readSoldPlans(db: Database, at: number): Promise<PlanRow[]> {
  return (await readPlans(db, at)).filter(({ is_sold: isSold }) => isSold);
}

export async function readPlan(db: Database, at: number, id: number): Promise<PlanRow | undefined> {
  const [plan] = await readPlans(db, at, sql`WHERE plans.id = ${id}`);
  return plan;
}
