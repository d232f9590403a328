import { eq, sql } from 'drizzle-orm';
import type { ErrorCode } from '../../../platform/http/errors.ts';
import { foldDigits } from '../../../platform/text/digits.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { discountCodes } from './schema.ts';
import type { Buyer } from './buyer.ts';
import type { PurchaseRequest } from './order.ts';

export interface CodeDiscount {
  /** Null: none was given. */
  code: string | null;
  percent: number;
  bonusDays: number;
}

/** What is taken off where no code is given. */
export const NO_DISCOUNT: CodeDiscount = { code: null, percent: 0, bonusDays: 0 };

/** A discount code as it is stored: capitals, Latin digits, no spaces. */
export function normalCode(text: string): string {
  return foldDigits(text).replace(/\s/g, '').toUpperCase();
}

/** What a code takes off; `discount_invalid` for one that is unknown, over, used up, or for another plan. */
export async function findDiscount(
  { db, now, userId }: Buyer,
  request: PurchaseRequest,
  text: string | undefined,
): Promise<Outcome<CodeDiscount, ErrorCode>> {
  const code = normalCode(text ?? '');
  if (code === '') return ok(NO_DISCOUNT);
  const [row] = await db
    .select({
      percent: discountCodes.percent,
      bonusDays: discountCodes.bonusDays,
      planId: discountCodes.planId,
      endsAt: discountCodes.endsAt,
      left: sql<number>`${discountCodes.maxUses} - ${uses(code, null)}`,
      leftForUser: sql<number>`${discountCodes.usesPerUser} - ${uses(code, userId ?? 0)}`,
    })
    .from(discountCodes)
    .where(eq(discountCodes.code, code));
  const forThis = row && (row.planId === null || (request.purpose === 'plan' && row.planId === request.id));
  if (!forThis || row.endsAt <= now || row.left <= 0 || row.leftForUser <= 0) {
    return fail('discount_invalid', { fields: { discount_code: 'discount_invalid' } });
  }
  return ok({ code, percent: row.percent, bonusDays: request.purpose === 'plan' ? row.bonusDays : 0 });
}

/** How often a code was used: only what was paid counts, so that a code is not lost with a bank page closed. */
function uses(code: string, userId: number | null) {
  const ofUser = userId === null ? sql`` : sql` AND u.user_id = ${userId}`;
  return sql`(SELECT count(*) FROM discount_uses u JOIN payments p ON p.id = u.payment_id
    WHERE u.code = ${code} AND p.state = 'settled'${ofUser})`;
}
