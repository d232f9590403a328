import { sql, type SQL } from 'drizzle-orm';
import { VERDICT_UNKNOWN } from './transitions.ts';

interface NewPaymentKey {
  id: string;
  userId: number;
  fingerprint: string;
  now: number;
}

/** A use held by a replaced or expired page of the same user; never of a payment that may have been paid. */
const isReleasable = ({ userId, fingerprint, now }: NewPaymentKey) => sql`p.user_id = ${userId}
  AND p.state IN ('initiated', 'pending') AND p.method <> 'direct_debit' AND p.problem IS NOT ${VERDICT_UNKNOWN}
  AND (p.fingerprint = ${fingerprint} OR p.expires_at <= ${now})`;

export function hasRemainingUses(code: string | null, payment: NewPaymentKey): SQL {
  if (code === null) return sql`1`;
  const useCount = sql`SELECT count(*) FROM discount_uses u WHERE u.code = c.code`;
  const heldByUser = sql`${useCount} AND u.user_id = ${payment.userId}`;
  const releasable = sql`SELECT count(*) FROM discount_uses u JOIN payments p ON p.id = u.payment_id
    WHERE u.code = c.code AND u.user_id = ${payment.userId} AND ${isReleasable(payment)}`;
  return sql`EXISTS (SELECT 1 FROM discount_codes c WHERE c.code = ${code}
    AND (${useCount}) - (${releasable}) < c.max_uses AND (${heldByUser}) - (${releasable}) < c.uses_per_user)`;
}

/** Run in the batch that inserts the payment. A trigger refuses a use above the limits as `discount_exhausted`. */
export function holdUse(code: string | null, payment: NewPaymentKey): SQL[] {
  if (code === null) return [];
  const { id, userId } = payment;
  const isNew = sql`EXISTS (SELECT 1 FROM payments n WHERE n.id = ${id} AND n.state IN ('initiated', 'settled'))`;
  return [
    sql`DELETE FROM discount_uses WHERE ${isNew} AND payment_id IN (
      SELECT u.payment_id FROM discount_uses u JOIN payments p ON p.id = u.payment_id
      WHERE u.code = ${code} AND u.user_id = ${userId} AND p.id <> ${id} AND ${isReleasable(payment)})`,
    sql`INSERT INTO discount_uses (payment_id, code, user_id) SELECT ${id}, ${code}, ${userId}
      WHERE ${isNew} AND NOT EXISTS (SELECT 1 FROM discount_uses WHERE payment_id = ${id})`,
  ];
}
