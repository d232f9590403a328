import { sql, type SQL } from 'drizzle-orm';
import { isFullFor } from '../../entitlement/server/seats.ts';
import { GIFT_CARDS } from '../ledger.ts';

/** A condition of every statement below, so that a repeat does nothing. */
const matchUndelivered = (id: string) => sql`p.id = ${id} AND p.state = 'settled' AND p.delivered_at IS NULL`;

const isWithheld = sql`coalesce(p.problem, '') IN ('superseded', 'discount_exhausted', 'screening_full')`;

const isOwned = sql`EXISTS (SELECT 1 FROM purchases o WHERE o.user_id = p.user_id AND o.kind = l.kind
  AND o.item_id = l.item_id AND (o.ends_at IS NULL OR o.ends_at > p.settled_at))`;

/** Without one its money stays in the wallet: nobody could redeem it. */
const hasCard = sql`(l.gift = 0 OR EXISTS (SELECT 1 FROM gift_cards c WHERE c.payment_id = p.id AND c.line = l.line))`;

const hasSeat = sql`EXISTS (SELECT 1 FROM screening_seats s WHERE s.payment_id = p.id AND s.screening_id = l.item_id)`;

/** Days for the payer; those of a gift come with its redemption. */
export const isOwnPlan = sql`(l.kind = 'plan' AND l.gift = 0)`;

/** The account of a line's net price. */
export const netAccount = sql.raw(`CASE l.gift WHEN 1 THEN '${GIFT_CARDS}' ELSE 'sales:' || l.kind END`);

/** Delivers a settled payment in its batch. Money of owned, superseded, exhausted or full lines stays in the wallet. Unique
 * entry keys and the trigger on wallets (migration 0010) undo the whole batch on a mistake. */
export function buildDeliveryStatements(id: string): SQL[] {
  const isUndelivered = matchUndelivered(id);
  return [
    retakeUse(isUndelivered),
    retakeSeat(isUndelivered),
    sql`UPDATE payments AS p SET commission = 0,
        problem = CASE WHEN p.superseded_by IS NULL THEN 'discount_exhausted' ELSE 'superseded' END
      WHERE ${isUndelivered} AND (p.superseded_by IS NOT NULL OR (p.discount_code IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM discount_uses u WHERE u.payment_id = p.id)))`,
    sql`UPDATE payments AS p SET commission = 0, problem = 'screening_full'
      WHERE ${isUndelivered} AND NOT (${isWithheld}) AND EXISTS (SELECT 1 FROM payment_lines l
        WHERE l.payment_id = p.id AND l.kind = 'screening' AND NOT ${isOwned} AND NOT ${hasSeat})`,
    sql`DELETE FROM discount_uses WHERE payment_id IN (
      SELECT p.id FROM payments p WHERE ${isUndelivered} AND p.problem = 'screening_full')`,
    sql`INSERT INTO ledger_entries (key, event, account, amount, payment_id, created_at)
      SELECT 'pay:' || p.id || ':' || leg.value, 'pay:' || p.id,
        CASE leg.value WHEN 'wallet' THEN 'wallet:' || p.user_id ELSE 'bank:' || p.method END,
        CASE leg.value WHEN 'wallet' THEN p.total ELSE -p.total END, p.id, p.settled_at
      FROM payments p, json_each('["wallet","bank"]') leg
      WHERE ${isUndelivered} AND p.method <> 'wallet' AND p.total > 0`,
    sql`UPDATE payment_lines SET delivered = 1 WHERE payment_id = ${id} AND EXISTS (
      SELECT 1 FROM payments p JOIN payment_lines l ON l.payment_id = p.id AND l.line = payment_lines.line
      WHERE ${isUndelivered} AND NOT (${isWithheld}) AND NOT ${isOwned} AND ${hasCard})`,
    sql`DELETE FROM screening_seats WHERE payment_id = ${id} AND screening_id NOT IN (SELECT l.item_id
      FROM payment_lines l WHERE l.payment_id = ${id} AND l.kind = 'screening' AND l.delivered = 1)`,
    sql`INSERT INTO purchases (user_id, kind, item_id, payment_id, title_id, bought_at, ends_at)
      SELECT p.user_id, l.kind, l.item_id, p.id, l.title_id, p.settled_at,
        CASE WHEN l.hours IS NOT NULL THEN max(p.settled_at, coalesce(l.opens_at, 0)) + l.hours * 3600 END
      FROM payments p JOIN payment_lines l ON l.payment_id = p.id
      WHERE ${isUndelivered} AND l.delivered = 1 AND l.kind IN ('title', 'screening', 'download')`,
    sql`INSERT INTO ledger_entries (key, event, account, amount, payment_id, created_at)
      SELECT 'sale:' || p.id || ':' || l.line || ':' || leg.value, 'sale:' || p.id,
        CASE leg.value WHEN 'wallet' THEN 'wallet:' || p.user_id WHEN 'sales' THEN ${netAccount} ELSE 'vat' END,
        CASE leg.value WHEN 'wallet' THEN -l.total WHEN 'sales' THEN l.total - l.vat ELSE l.vat END,
        p.id, p.settled_at
      FROM payments p JOIN payment_lines l ON l.payment_id = p.id, json_each('["wallet","sales","vat"]') leg
      WHERE ${isUndelivered} AND l.delivered = 1 AND l.kind <> 'wallet'
        AND CASE leg.value WHEN 'wallet' THEN l.total WHEN 'sales' THEN l.total - l.vat ELSE l.vat END <> 0`,
    sql`UPDATE users SET subscribed_until = (
        SELECT max(users.subscribed_until, p.settled_at) + sum(l.days) * 86400
        FROM payments p JOIN payment_lines l ON l.payment_id = p.id
        WHERE ${isUndelivered} AND l.delivered = 1 AND ${isOwnPlan})
      WHERE id IN (SELECT p.user_id FROM payments p JOIN payment_lines l ON l.payment_id = p.id
        WHERE ${isUndelivered} AND l.delivered = 1 AND ${isOwnPlan})`,
    sql`UPDATE payments AS p SET delivered_at = settled_at, kept = coalesce(
        (SELECT sum(l.total) FROM payment_lines l WHERE l.payment_id = p.id AND l.delivered = 0), 0)
      WHERE ${isUndelivered}`,
  ];
}

/** A payment that ended before its money came had given its use back: the code must have another. A held use counts. */
function retakeUse(undeliveredPayment: SQL): SQL {
  const useCount = sql`SELECT count(*) FROM discount_uses u WHERE u.code = c.code`;
  return sql`INSERT INTO discount_uses (payment_id, code, user_id)
      SELECT p.id, c.code, p.user_id FROM payments p JOIN discount_codes c ON c.code = p.discount_code
      WHERE ${undeliveredPayment} AND p.superseded_by IS NULL AND c.ends_at > p.settled_at
        AND NOT EXISTS (SELECT 1 FROM discount_uses u WHERE u.payment_id = p.id)
        AND (${useCount}) < c.max_uses AND (${useCount} AND u.user_id = p.user_id) < c.uses_per_user`;
}

/** A payment that ended before its money came had given its seat back: a ticket must have another. */
function retakeSeat(undeliveredPayment: SQL): SQL {
  return sql`INSERT INTO screening_seats (payment_id, screening_id, user_id)
      SELECT p.id, l.item_id, p.user_id FROM payments p JOIN payment_lines l ON l.payment_id = p.id
      WHERE ${undeliveredPayment} AND NOT (${isWithheld}) AND p.superseded_by IS NULL AND l.kind = 'screening'
        AND NOT ${hasSeat} AND NOT ${isFullFor(sql`l.item_id`, sql`p.user_id`)}`;
}
