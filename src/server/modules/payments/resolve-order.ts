import { VAT_PERCENT } from '../../../config/constants.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { fail, ok, type Outcome } from '../../../domain/outcome.ts';
import { priceLine } from '../../../domain/pricing.ts';
import { eq } from 'drizzle-orm';
import { plans } from '../../db/schema.ts';
import type { Buyer } from './buyer.ts';
import { findDiscount, type CodeDiscount } from './discount.ts';
import { downloadOrder } from './download-order.ts';
import { PLAIN_LINE, type Order, type Wish } from './order.ts';
import { titleLine } from './title-line.ts';

/**
 * Looks up and prices what is asked for (spec 2.28, 9.01, 9.22). Failures: an unknown plan, a title that is not sold
 * or is owned already, an empty cart, a code that does not hold.
 */
export async function resolveOrder(
  buyer: Buyer,
  wish: Wish,
  codeText: string | undefined,
): Promise<Outcome<Order, ErrorCode>> {
  const code = await findDiscount(buyer, wish, codeText);
  if (!code.ok) return code;
  switch (wish.purpose) {
    case 'plan':
      return planOrder(buyer, wish.id, code.value);
    case 'title': {
      const line = await titleLine(buyer, wish.id, code.value);
      return line.ok ? ok({ purpose: 'title', lines: [line.value] }) : line;
    }
    case 'cart':
      return downloadOrder(buyer, wish.items, code.value);
  }
}

async function planOrder({ db }: Buyer, id: number, code: CodeDiscount): Promise<Outcome<Order, ErrorCode>> {
  const [plan] = await db.select().from(plans).where(eq(plans.id, id));
  if (!plan) return fail('plan_unknown', { fields: { plan_id: 'plan_unknown' } });
  const own =
    plan.discountPercent === null && plan.discountPrice === null
      ? null
      : { percent: plan.discountPercent ?? 0, price: plan.discountPrice, days: plan.discountDay ?? 0 };
  return ok({
    purpose: 'plan',
    lines: [
      {
        ...PLAIN_LINE,
        kind: 'plan',
        item_id: plan.id,
        name_fa: plan.nameFa,
        name_en: plan.nameEn,
        days: plan.days + (own?.days ?? 0) + code.bonusDays,
        ...priceLine(plan.toman, own, code.percent, VAT_PERCENT),
      },
    ],
  });
}
