import { asc, sql } from 'drizzle-orm';
import type { getPlans as call, Plan } from '../contract.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { ok, type Outcome } from '../../../platform/outcome.ts';
import { plans } from '../../payments/server/schema.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';

/** Spec 3.01, 7.03. Toman before VAT. */
export async function getPlans({ db }: RequestContext): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const [rows, [count]] = await Promise.all([
    db.select().from(plans).orderBy(asc(plans.id)),
    db.all<{ total: number }>(
      sql`SELECT total(total) AS total FROM title_counts WHERE genre = '' AND kind IN ('movie', 'episode')`,
    ),
  ]);
  const data = Object.fromEntries(rows.map((row) => [String(row.id), toPlan(row)]));
  return ok({ data, description: '', message: '', titles: count?.total ?? 0 });
}

function toPlan(row: typeof plans.$inferSelect): Plan {
  const { discountPercent, discountPrice, discountDay } = row;
  return {
    name_fa: row.nameFa,
    name_en: row.nameEn,
    toman: row.toman,
    days: row.days,
    description: row.description,
    description_en: row.descriptionEn,
    discount:
      discountPercent === null || discountPrice === null
        ? null
        : { discount_percent: discountPercent, discount_price: discountPrice, discount_day: discountDay },
  };
}
