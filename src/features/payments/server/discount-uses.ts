import { sql, type SQL } from 'drizzle-orm';
import { VERDICT_UNKNOWN } from './transitions.ts';

/** A new payment as the statements below need it. Times in epoch seconds. */
export interface NewPaymentKey {
  id: string;
  userId: number;
  fingerprint: string;
  now: number;
}

/**
 * A hold of the same user that a new try may take: of the page that the new payment replaces, or of a page whose time
 * is over. Somebody who closed the bank's page must not wait for the cron to get their code back. Never of a payment
 * that the bank may have the money of.
 */
const isReleasable = ({ userId, fingerprint, now }: NewPaymentKey) => sql`p.user_id = ${userId}
  AND p.state IN ('initiated', 'pending') AND p.method <> 'direct_debit' AND p.problem IS NOT ${VERDICT_UNKNOWN}
  AND (p.fingerprint = ${fingerprint} OR p.expires_at <= ${now})`;

/** Whether the code exists and has a use left for this payment, in total and for its user. */
export function hasRemainingUses(code: string | null, payment: NewPaymentKey): SQL {
  if (code === null) return sql`1`;
  const held = sql`SELECT count(*) FROM discount_uses u WHERE u.code = c.code`;
  const own = sql`${held} AND u.user_id = ${payment.userId}`;
  const releasable = sql`SELECT count(*) FROM discount_uses u JOIN payments p ON p.id = u.payment_id
    WHERE u.code = c.code AND u.user_id = ${payment.userId} AND ${isReleasable(payment)}`;
  return sql`EXISTS (SELECT 1 FROM discount_codes c WHERE c.code = ${code}
    AND (${held}) - (${releasable}) < c.max_uses AND (${own}) - (${releasable}) < c.uses_per_user)`;
}

/**
 * Holds a use of `code` for a payment that was just inserted in the same batch, in place of holds of the same user that
 * may be released. A trigger refuses a use above the limits as `discount_exhausted`.
 */
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
