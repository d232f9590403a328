import { sql } from 'drizzle-orm';
import type { getPlans as call, Plan } from '../contract.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { ok, type Outcome } from '../../../platform/outcome.ts';
import { readSoldPlans, type PlanRow } from '../../payments/server/plans.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';

/** Spec 3.01, 7.03. Toman before VAT. */
export async function getPlans({ db, now }: RequestContext): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const [rows, [count]] = await Promise.all([
    readSoldPlans(db, now),
    db.all<{ total: number }>(
      sql`SELECT total(total) AS total FROM title_counts WHERE genre = '' AND kind IN ('movie', 'episode')`,
    ),
  ]);
  const data = Object.fromEntries(rows.map((row) => [String(row.id), toPlan(row)]));
  return ok({ data, description: '', message: '', titles: count?.total ?? 0 });
}

function toPlan(row: PlanRow): Plan {
  const { name_fa, name_en, toman, days, description, description_en } = row;
  const { discount_percent, discount_price, discount_day } = row;
  const discount =
    discount_percent === null || discount_price === null ? null : { discount_percent, discount_price, discount_day };
  return { name_fa, name_en, toman, days, description, description_en, discount };
}
