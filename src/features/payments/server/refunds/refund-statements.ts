import { sql, type SQL } from 'drizzle-orm';
import { isOwnPlan, netAccount } from '../../../ledger/server/deliver.ts';
import type { RefundDestination } from '../../refund.ts';

interface NewRefund {
  id: string;
  key: string;
  request: string;
  paymentId: string;
  destination: RefundDestination;
  tracking: string | null;
  reason: string;
  operator: string;
  /** Each line once. Toman, VAT included. `days`: taken off the subscription by a part refund of a plan. */
  lines: readonly { line: number; toman: number; days: number }[];
  now: number;
  /** Toman of all refunds of the payment together; null: no bound but its lines. */
  maxRefunded: number | null;
}

const DAY = 24 * 60 * 60;

const sumRefunded = (column: 'toman' | 'vat' | 'seconds') => sql`coalesce((SELECT sum(e.${sql.raw(column)})
  FROM refund_lines e WHERE e.payment_id = l.payment_id AND e.line = l.line AND e.undone = 0), 0)`;

/** Otherwise the money went to the wallet: a charge, or a line that was not delivered. */
const isSale = sql`(l.delivered = 1 AND l.kind <> 'wallet')`;

/** The refund of this batch until it is applied: a repeat of the batch finds none. */
const selectPending = (id: string) => sql`refunds r
  JOIN payments p ON p.id = r.payment_id
  JOIN refund_lines x ON x.refund_id = r.id
  JOIN payment_lines l ON l.payment_id = x.payment_id AND l.line = x.line
  WHERE r.id = ${id} AND r.applied_at IS NULL`;

/** One batch; only the first statement checks the amounts, the others need its row. D1 refuses the batch with
 * `wallet_below_zero`, `refund_too_large`, `refunds.key` or `refunds.tracking`. */
export function buildRefundStatements(refund: NewRefund): SQL[] {
  const { id, key, request, paymentId, destination, tracking, reason, operator, now, maxRefunded } = refund;
  const lines = JSON.stringify(refund.lines);
  return [
    sql`INSERT INTO refunds (id, key, request, payment_id, destination, tracking, reason, operator, created_at)
      SELECT ${id}, ${key}, ${request}, p.id, ${destination}, ${tracking}, ${reason}, ${operator}, ${now} FROM payments p
      WHERE p.id = ${paymentId} AND p.state = 'settled' AND p.delivered_at IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM refunds WHERE key = ${key})
        AND NOT EXISTS (SELECT 1 FROM json_each(${lines}) q
          LEFT JOIN payment_lines l ON l.payment_id = p.id AND l.line = q.value ->> 'line'
          WHERE l.line IS NULL OR ${sumRefunded('toman')} + (q.value ->> 'toman') > l.total
            OR (${destination} = 'wallet' AND NOT ${isSale}))
        AND (${maxRefunded} IS NULL OR ${maxRefunded} >=
          (SELECT coalesce(sum(toman), 0) FROM refund_lines WHERE payment_id = p.id AND undone = 0)
          + (SELECT sum(value ->> 'toman') FROM json_each(${lines})))`,
    // VAT of all refunds of the line by now, less the VAT given back before (payments/refund.ts).
    sql`INSERT INTO refund_lines (refund_id, payment_id, line, toman, vat)
      SELECT r.id, r.payment_id, l.line, q.value ->> 'toman', CASE WHEN ${isSale} THEN
        (2 * l.vat * (${sumRefunded('toman')} + (q.value ->> 'toman')) + l.total) / (2 * l.total) - ${sumRefunded('vat')}
        ELSE 0 END
      FROM refunds r, json_each(${lines}) q
        JOIN payment_lines l ON l.payment_id = r.payment_id AND l.line = q.value ->> 'line'
      WHERE r.id = ${id} AND r.applied_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM refund_lines e WHERE e.refund_id = r.id AND e.line = l.line)`,
    sql`INSERT INTO ledger_entries (key, event, account, amount, payment_id, created_at)
      SELECT 'refund:' || r.id || ':' || x.line || ':' || leg.value, 'refund:' || r.id,
        CASE leg.value WHEN 'wallet' THEN 'wallet:' || p.user_id WHEN 'sales' THEN ${netAccount} ELSE 'vat' END,
        CASE leg.value WHEN 'wallet' THEN x.toman WHEN 'sales' THEN x.vat - x.toman ELSE -x.vat END,
        p.id, r.created_at
      FROM json_each('["wallet","sales","vat"]') leg, ${selectPending(id)} AND ${isSale}
        AND CASE leg.value WHEN 'wallet' THEN x.toman WHEN 'sales' THEN x.toman - x.vat ELSE x.vat END <> 0`,
    sql`INSERT INTO ledger_entries (key, event, account, amount, payment_id, created_at)
      SELECT 'refund:' || r.id || ':' || x.line || ':' || leg.value, 'refund:' || r.id,
        CASE leg.value WHEN 'payout' THEN 'wallet:' || p.user_id ELSE 'outside:' || p.method END,
        CASE leg.value WHEN 'payout' THEN -x.toman ELSE x.toman END, p.id, r.created_at
      FROM json_each('["payout","outside"]') leg, ${selectPending(id)} AND r.destination = 'outside'`,
    ...buildEntitlementStatements(refund),
    sql`UPDATE refunds SET applied_at = ${now}, after = json_object(
        'until', (SELECT u.subscribed_until FROM users u JOIN payments p ON p.user_id = u.id WHERE p.id = refunds.payment_id),
        'refunded', (SELECT sum(toman) FROM refund_lines WHERE payment_id = refunds.payment_id AND undone = 0))
      WHERE id = ${id} AND applied_at IS NULL`,
  ];
}

function buildEntitlementStatements({ id, lines, now }: NewRefund): SQL[] {
  const isFull = sql`(${sumRefunded('toman')} >= l.total)`;
  // Days are used in the order of purchase: plans bought and days given later keep theirs, the rest up to its own days is this plan's.
  const unused = sql`max(0, min(l.days * ${DAY} - ${sumRefunded('seconds')},
    (SELECT u.subscribed_until - max(${now}, u.paused_until) FROM users u WHERE u.id = p.user_id) - coalesce((
      SELECT sum(n.days * ${DAY} - coalesce((SELECT sum(e.seconds) FROM refund_lines e
        WHERE e.payment_id = n.payment_id AND e.line = n.line AND e.undone = 0), 0))
      FROM payments o JOIN payment_lines n ON n.payment_id = o.id
      WHERE o.user_id = p.user_id AND o.state = 'settled' AND n.kind = 'plan' AND n.gift = 0 AND n.delivered = 1
        AND (o.settled_at, o.id) > (p.settled_at, p.id)), 0)
    - coalesce((SELECT sum(c.days) * ${DAY} FROM compensations c
      WHERE c.user_id = p.user_id AND c.created_at >= p.settled_at AND c.undone_at IS NULL), 0)))`;
  const requestedSeconds = sql`coalesce((SELECT q.value ->> 'days' FROM json_each(${JSON.stringify(lines)}) q
    WHERE q.value ->> 'line' = l.line), 0) * ${DAY}`;
  const endedPurchases = sql`SELECT o.kind, o.item_id, o.ends_at FROM purchases o
    WHERE (o.ends_at IS NULL OR o.ends_at > ${now}) AND (o.user_id, o.kind, o.item_id, o.payment_id) IN (
      SELECT p.user_id, l.kind, l.item_id, p.id FROM ${selectPending(id)} AND ${isSale} AND ${isFull})`;
  const endsRenewing = sql`SELECT p.user_id FROM ${selectPending(id)} AND ${isSale} AND ${isOwnPlan} AND ${isFull}`;
  return [
    sql`UPDATE refunds SET before = (SELECT json_object('until', u.subscribed_until, 'paused', u.paused_until,
        'renews', coalesce((SELECT s.subscription FROM direct_debit_settings s WHERE s.user_id = u.id
          AND s.user_id IN (${endsRenewing})), 0),
        'pauses', (SELECT json_group_array(json_object('id', b.id, 'ended_at', b.ended_at)) FROM subscription_pauses b
          WHERE b.user_id = u.id AND b.ended_at > ${now}),
        'purchases', (SELECT json_group_array(json_object('kind', kind, 'item_id', item_id, 'ends_at', ends_at))
          FROM (${endedPurchases})))
      FROM users u JOIN payments p ON p.user_id = u.id WHERE p.id = refunds.payment_id)
      WHERE id = ${id} AND applied_at IS NULL`,
    sql`UPDATE purchases SET ends_at = ${now} WHERE (ends_at IS NULL OR ends_at > ${now})
      AND (user_id, kind, item_id, payment_id) IN (
        SELECT p.user_id, l.kind, l.item_id, p.id FROM ${selectPending(id)} AND ${isSale} AND ${isFull})`,
    sql`UPDATE refund_lines SET seconds = (
        SELECT CASE WHEN ${isFull} THEN ${unused} ELSE min(${unused}, ${requestedSeconds}) END
        FROM ${selectPending(id)} AND l.line = refund_lines.line)
      WHERE refund_id = ${id} AND line IN (SELECT l.line FROM ${selectPending(id)} AND ${isSale} AND ${isOwnPlan})`,
    sql`UPDATE users SET subscribed_until = subscribed_until - (SELECT sum(x.seconds) FROM ${selectPending(id)})
      WHERE id IN (SELECT p.user_id FROM ${selectPending(id)} AND x.seconds > 0)`,
    // A pause of no days is over.
    sql`UPDATE subscription_pauses SET ended_at = max(${now}, started_at) WHERE ended_at > ${now}
      AND user_id IN (SELECT p.user_id FROM ${selectPending(id)} AND x.seconds > 0)
      AND ended_at >= (SELECT u.subscribed_until FROM users u WHERE u.id = subscription_pauses.user_id)`,
    // Otherwise direct debit would renew the subscription that has just ended.
    sql`UPDATE direct_debit_settings SET subscription = 0 WHERE user_id IN (${endsRenewing})`,
  ];
}
