import { eq, sql } from 'drizzle-orm';
import type { ErrorCode } from '../../../contract/errors.ts';
import { foldDigits } from '../../../domain/digits.ts';
import { fail, ok, type Outcome } from '../../../domain/outcome.ts';
import { discountCodes } from '../../db/money-schema.ts';
import type { Buyer } from './buyer.ts';
import type { Wish } from './order.ts';

export interface CodeDiscount {
  /** Null: none was given. */
  code: string | null;
  percent: number;
  bonusDays: number;
}

const NONE: CodeDiscount = { code: null, percent: 0, bonusDays: 0 };

/** A discount code as it is stored: capitals, Latin digits, no spaces. */
export function normalCode(text: string): string {
  return foldDigits(text).replace(/\s/g, '').toUpperCase();
}

/** What a code takes off; `discount_invalid` for one that is unknown, over, used up, or for another plan. */
export async function findDiscount(
  { db, now, userId }: Buyer,
  wish: Wish,
  text: string | undefined,
): Promise<Outcome<CodeDiscount, ErrorCode>> {
  const code = normalCode(text ?? '');
  if (code === '') return ok(NONE);
  const [found] = await db
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
  const forThis = found && (found.planId === null || (wish.purpose === 'plan' && found.planId === wish.id));
  if (!forThis || found.endsAt <= now || found.left <= 0 || found.leftForUser <= 0) {
    return fail('discount_invalid', { fields: { discount_code: 'discount_invalid' } });
  }
  return ok({ code, percent: found.percent, bonusDays: wish.purpose === 'plan' ? found.bonusDays : 0 });
}

/** How often a code was used: only what was paid counts, so that a code is not lost with a bank page closed. */
function uses(code: string, userId: number | null) {
  const ofUser = userId === null ? sql`` : sql` AND p.user_id = ${userId}`;
  return sql`(SELECT count(*) FROM payments p WHERE p.discount_code = ${code} AND p.state = 'settled'${ofUser})`;
}
