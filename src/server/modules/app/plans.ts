import { asc } from 'drizzle-orm';
import type { getPlans as call, Plan } from '../../../contract/app.ts';
import type { Output } from '../../../contract/call.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { ok, type Outcome } from '../../../domain/outcome.ts';
import { plans } from '../../db/schema.ts';
import type { RequestContext } from '../../lib/context.ts';

/** The plans by id (spec 3.01, 7.03), prices in toman before VAT. */
export async function getPlans({ db }: RequestContext): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const rows = await db.select().from(plans).orderBy(asc(plans.id));
  const data = Object.fromEntries(rows.map((row) => [String(row.id), toPlan(row)]));
  return ok({ data, description: '', message: '' });
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
