import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { PlanCost } from '../prices-contract.ts';
import { VAT_PERCENT } from '../../../platform/config/constants.ts';
import { batch } from '../../../platform/db/batch.ts';
import { renewCatalogueVersion } from '../../../platform/http/cache/catalogue-version.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { randomId } from '../../../platform/http/random-id.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { getMonthlyPrice } from '../../payments/plan-price.ts';
import { sumLines } from '../../payments/pricing.ts';
import { NO_DISCOUNT } from '../../payments/server/discount.ts';
import { toPlanOrder } from '../../payments/server/plan-order.ts';
import type { Change } from '../../staff/server/trail.ts';

/** SQL: how often somebody has changed the plan's prices, its sale or its texts. */
export const countRev = (
  id: SQL,
): SQL => sql`((SELECT count(*) + count(withdrawn_at) FROM plan_prices WHERE plan_id = ${id})
  + (SELECT count(*) + count(withdrawn_at) FROM plan_sales WHERE plan_id = ${id})
  + (SELECT count(*) + count(withdrawn_at) FROM plan_texts WHERE plan_id = ${id}))`;

/** By the checkout's own order. */
export function toCost(plan: Parameters<typeof toPlanOrder>[0]): PlanCost {
  const { toman, discount_percent, discount_price, discount_day } = plan;
  const { lines } = toPlanOrder(plan, NO_DISCOUNT);
  const discount = discount_price === null ? null : { discount_price, discount_day };
  return {
    ...{ toman, discount_percent, discount_price, discount_day },
    total: sumLines(lines).total,
    days: lines[0]?.days ?? plan.days,
    month: getMonthlyPrice({ toman, days: plan.days, discount }, VAT_PERCENT),
  };
}

/** Pages that name a price are rendered again, and know from then on when the next change begins. */
export function renewPages({ env, defer }: RequestContext): void {
  defer(renewCatalogueVersion(env, `prices-${randomId()}`));
}

interface PlannedRow {
  starts_at: number;
  withdrawn_at: number | null;
}

interface Planned<T extends PlannedRow> {
  columns: SQL;
  table: SQL;
  /** The row by its ids. */
  where: SQL;
  shape: v.GenericSchema<unknown, T>;
  /** SQL: `rev` is still that of the caller's list. */
  isCurrent: SQL;
  reason: string;
  codes: { unknown: ErrorCode; begun: ErrorCode; changed: ErrorCode };
}

/** Takes a change back that has not begun. One that is withdrawn stays so: a second press changes nothing. */
export async function withdrawPlanned<T extends PlannedRow>(
  context: RequestContext,
  { columns, table, where, shape, isCurrent, reason, codes }: Planned<T>,
  record: (change: Change) => void,
): Promise<Outcome<{ data: T }, ErrorCode>> {
  const { db, now } = context;
  const select = sql`SELECT ${columns} FROM ${table} WHERE ${where}`;
  const [before = [], , after = []] = await retryWrite(() =>
    batch(db, [
      select,
      sql`UPDATE ${table} SET withdrawn_at = ${now} WHERE ${where} AND withdrawn_at IS NULL AND starts_at > ${now}
        AND ${isCurrent}`,
      select,
    ]),
  );
  const rows = v.array(shape);
  const [[was], [is]] = [v.parse(rows, before), v.parse(rows, after)];
  if (!was || !is) return fail(codes.unknown);
  if (is.withdrawn_at === null) return fail(is.starts_at <= now ? codes.begun : codes.changed);
  if (was.withdrawn_at === null) {
    record({ before: was, after: { withdrawn_at: is.withdrawn_at, reason } });
    renewPages(context);
  }
  return ok({ data: is });
}
