import { eq, sql } from 'drizzle-orm';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { foldCode } from '../../../platform/text/digits.ts';
import type { DiscountErrorCode } from '../discount-error.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { discountCodes } from './schema.ts';
import type { Buyer } from './buyer.ts';
import type { PurchaseRequest } from './order.ts';

export interface CodeDiscount {
  code: string | null;
  percent: number;
  bonusDays: number;
}

export const NO_DISCOUNT: CodeDiscount = { code: null, percent: 0, bonusDays: 0 };

/** `discount_invalid` for a code that is unknown, not begun, over or used up; `discount_other_plan` for a good one of another plan. */
export async function findDiscount(
  { db, now, userId }: Buyer,
  request: PurchaseRequest,
  text: string | undefined,
): Promise<Outcome<CodeDiscount, ErrorCode>> {
  const code = foldCode(text ?? '');
  if (code === '') return ok(NO_DISCOUNT);
  const [row] = await db
    .select({
      percent: discountCodes.percent,
      bonusDays: discountCodes.bonusDays,
      planId: discountCodes.planId,
      startsAt: discountCodes.startsAt,
      endsAt: discountCodes.endsAt,
      usesLeft: sql<number>`${discountCodes.maxUses} - ${countUses(code, null)}`,
      usesLeftForUser: sql<number>`${discountCodes.usesPerUser} - ${countUses(code, userId ?? 0)}`,
    })
    .from(discountCodes)
    .where(eq(discountCodes.code, code));
  const isOpen = row && row.startsAt <= now && now < row.endsAt;
  if (!isOpen || row.usesLeft <= 0 || row.usesLeftForUser <= 0) return refuseCode('discount_invalid');
  const isApplicable = row.planId === null || (request.purpose === 'plan' && row.planId === request.id);
  if (!isApplicable) return refuseCode('discount_other_plan');
  return ok({ code, percent: row.percent, bonusDays: request.purpose === 'plan' ? row.bonusDays : 0 });
}

const refuseCode = (code: DiscountErrorCode) => fail(code, { fields: { discount_code: code } });

/** Only settled payments count, so that an abandoned bank page uses up no code. */
function countUses(code: string, userId: number | null) {
  const userCondition = userId === null ? sql`` : sql` AND u.user_id = ${userId}`;
  return sql`(SELECT count(*) FROM discount_uses u JOIN payments p ON p.id = u.payment_id
    WHERE u.code = ${code} AND p.state = 'settled'${userCondition})`;
}
