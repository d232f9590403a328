import { GIFT_CARDS, LEDGER_EVENTS } from '../ledger.ts';

interface Rule {
  name: string;
  sql: string;
  /** Where the rule needs more than the rows of some payments (scope.ts). */
  scopedSql?: string;
}

/** The redeemer's payment is another than the card's, so a scope of payments may lack it. */
const selectWrongRedemptions = (
  payments: string,
  lines: string,
) => `SELECT g.card_id AS what, coalesce(l.days, 0) AS amount
  FROM gift_redemptions g JOIN gift_cards c ON c.id = g.card_id
    LEFT JOIN payment_lines l ON l.payment_id = c.payment_id AND l.line = c.line
    LEFT JOIN ${payments} p ON p.id = g.payment_id
    LEFT JOIN ${lines} n ON n.payment_id = g.payment_id
  WHERE l.gift IS NOT 1 OR l.delivered IS NOT 1 OR p.state IS NOT 'settled' OR p.delivered_at IS NULL
    OR p.user_id IS NOT g.user_id OR p.total IS NOT 0 OR n.kind IS NOT 'plan' OR n.gift IS NOT 0
    OR n.delivered IS NOT 1 OR n.days IS NOT l.days
    OR EXISTS (SELECT 1 FROM refund_lines x WHERE x.payment_id = c.payment_id AND x.line = c.line AND x.undone = 0)`;

export const LEDGER_RULES: readonly Rule[] = [
  {
    name: 'every event sums to zero',
    sql: `SELECT event AS what, sum(amount) AS amount FROM ledger_entries GROUP BY event HAVING sum(amount) <> 0`,
  },
  {
    name: 'all entries sum to zero',
    sql: `SELECT 'all' AS what, sum(amount) AS amount FROM ledger_entries HAVING sum(amount) <> 0`,
  },
  {
    name: 'no wallet is below zero',
    sql: `SELECT account AS what, sum(amount) AS amount FROM ledger_entries
      WHERE account LIKE 'wallet:%' GROUP BY account HAVING sum(amount) < 0`,
    scopedSql: `SELECT account AS what, sum(amount) AS amount FROM main.ledger_entries
      WHERE account IN (SELECT account FROM ledger_entries WHERE account LIKE 'wallet:%')
      GROUP BY account HAVING sum(amount) < 0`,
  },
  {
    name: 'each settled payment from a bank has exactly one credit, of its total',
    sql: `SELECT p.id AS what, p.total AS amount FROM payments p
      WHERE p.state = 'settled' AND p.method <> 'wallet' AND p.total > 0
        AND (SELECT json_group_array(e.account || '=' || e.amount) FROM ledger_entries e
          WHERE e.payment_id = p.id AND e.event = 'pay:' || p.id AND e.amount > 0)
          <> '["wallet:' || p.user_id || '=' || p.total || '"]'`,
  },
  {
    name: 'a credit belongs to a settled payment',
    sql: `SELECT e.key AS what, e.amount AS amount FROM ledger_entries e
      WHERE e.event NOT LIKE 'correction:%' AND NOT EXISTS (SELECT 1 FROM payments p
        WHERE p.id = e.payment_id AND p.state = 'settled' AND p.delivered_at IS NOT NULL)`,
  },
  {
    name: 'what a settled payment bought was paid from the wallet, less what stayed there',
    sql: `SELECT p.id AS what, p.total - p.kept AS amount FROM payments p
      WHERE p.state = 'settled' AND p.purpose <> 'wallet' AND p.total - p.kept <> coalesce(
        (SELECT -sum(e.amount) FROM ledger_entries e
          WHERE e.payment_id = p.id AND e.event = 'sale:' || p.id AND e.amount < 0), 0)`,
  },
  {
    name: 'a settled payment is delivered, and no other is',
    sql: `SELECT id AS what, total AS amount FROM payments
      WHERE (state = 'settled') <> (delivered_at IS NOT NULL) OR (state = 'settled') <> (settled_at IS NOT NULL)`,
  },
  {
    name: 'a payment that a newer one replaced sold nothing',
    sql: `SELECT id AS what, total - kept AS amount FROM payments
      WHERE state = 'settled' AND superseded_by IS NOT NULL AND purpose <> 'wallet' AND total <> kept`,
  },
  {
    name: 'what was sold with a discount code holds a use of it, and only that',
    sql: `SELECT p.id AS what, p.discount AS amount FROM payments p
      WHERE p.state = 'settled' AND p.discount_code IS NOT NULL
        AND (coalesce(p.problem, '') = '') <> EXISTS (SELECT 1 FROM discount_uses u WHERE u.payment_id = p.id)`,
  },
  {
    name: 'a purchase belongs to a line that was delivered',
    sql: `SELECT o.payment_id AS what, o.item_id AS amount FROM purchases o
      WHERE NOT EXISTS (SELECT 1 FROM payment_lines l WHERE l.payment_id = o.payment_id AND l.kind = o.kind
        AND l.item_id = o.item_id AND l.delivered = 1)`,
  },
  {
    name: 'every event is of a declared kind',
    sql: `SELECT key AS what, amount FROM ledger_entries
      WHERE substr(event, 1, instr(event, ':') - 1) NOT IN (${LEDGER_EVENTS.map((kind) => `'${kind}'`).join(', ')})`,
  },
  {
    name: 'a refund has exactly its legs',
    sql: `WITH part AS (SELECT 'refund:' || r.id AS event, 'refund:' || r.id || ':' || x.line || ':' AS key, r.destination,
          x.toman, x.vat, CASE l.gift WHEN 1 THEN '${GIFT_CARDS}' ELSE 'sales:' || l.kind END AS net, p.user_id, p.method, l.delivered = 1 AND l.kind <> 'wallet' AS sale
        FROM refunds r JOIN refund_lines x ON x.refund_id = r.id JOIN payments p ON p.id = r.payment_id
          JOIN payment_lines l ON l.payment_id = x.payment_id AND l.line = x.line),
      wanted AS (
        SELECT key || 'wallet' AS key, event, 'wallet:' || user_id AS account, toman AS amount FROM part WHERE sale
        UNION ALL SELECT key || 'sales', event, net, vat - toman FROM part WHERE sale AND toman > vat
        UNION ALL SELECT key || 'vat', event, 'vat', -vat FROM part WHERE sale AND vat > 0
        UNION ALL SELECT key || 'payout', event, 'wallet:' || user_id, -toman FROM part WHERE destination = 'outside'
        UNION ALL SELECT key || 'outside', event, 'outside:' || method, toman FROM part WHERE destination = 'outside'),
      booked AS (SELECT key, event, account, amount FROM ledger_entries WHERE event LIKE 'refund:%')
      SELECT key AS what, amount FROM (SELECT * FROM wanted EXCEPT SELECT * FROM booked)
      UNION ALL SELECT key, amount FROM (SELECT * FROM booked EXCEPT SELECT * FROM wanted)`,
  },
  {
    name: 'the undo of a refund has exactly its legs, reversed, and no line of it counts',
    sql: `WITH wanted AS (
        SELECT 'undo:' || substr(e.key, 8) AS key, 'undo:' || r.id AS event, e.account, -e.amount AS amount
        FROM refunds r JOIN ledger_entries e ON e.payment_id = r.payment_id AND e.event = 'refund:' || r.id
        WHERE r.undone_at IS NOT NULL),
      booked AS (SELECT key, event, account, amount FROM ledger_entries WHERE event LIKE 'undo:%')
      SELECT key AS what, amount FROM (SELECT * FROM wanted EXCEPT SELECT * FROM booked)
      UNION ALL SELECT key, amount FROM (SELECT * FROM booked EXCEPT SELECT * FROM wanted)
      UNION ALL SELECT r.id, x.toman FROM refunds r JOIN refund_lines x ON x.refund_id = r.id
        WHERE (x.undone = 1) <> (r.undone_at IS NOT NULL)`,
  },
  {
    name: 'a refund is of a settled payment, has lines and is applied',
    sql: `SELECT r.id AS what, coalesce((SELECT sum(toman) FROM refund_lines x WHERE x.refund_id = r.id), 0) AS amount
      FROM refunds r LEFT JOIN payments p ON p.id = r.payment_id
      WHERE r.applied_at IS NULL OR p.state IS NOT 'settled' OR p.delivered_at IS NULL
        OR NOT EXISTS (SELECT 1 FROM refund_lines x WHERE x.refund_id = r.id AND x.payment_id = r.payment_id)`,
  },
  {
    name: 'no more is given back of a line than was paid, and its VAT with it',
    sql: `SELECT l.payment_id || ':' || l.line AS what, sum(x.toman) AS amount
      FROM refund_lines x JOIN payment_lines l ON l.payment_id = x.payment_id AND l.line = x.line
      WHERE x.undone = 0 GROUP BY l.payment_id, l.line
      HAVING sum(x.toman) > l.total OR sum(x.vat) > l.vat
        OR (l.delivered = 1 AND sum(x.toman) = l.total AND sum(x.vat) <> l.vat)`,
  },
  {
    name: 'what is given back in full has ended',
    sql: `SELECT o.payment_id AS what, o.item_id AS amount FROM purchases o
      JOIN payment_lines l ON l.payment_id = o.payment_id AND l.kind = o.kind AND l.item_id = o.item_id
      JOIN refund_lines x ON x.payment_id = l.payment_id AND x.line = l.line AND x.undone = 0
      JOIN refunds r ON r.id = x.refund_id
      GROUP BY o.user_id, o.payment_id, l.line
      HAVING sum(x.toman) >= l.total AND (o.ends_at IS NULL OR o.ends_at > max(r.created_at))`,
  },
  {
    name: 'no more days are taken back than a plan gave',
    sql: `SELECT l.payment_id AS what, sum(x.seconds) AS amount
      FROM refund_lines x JOIN payment_lines l ON l.payment_id = x.payment_id AND l.line = x.line
      WHERE x.undone = 0 GROUP BY l.payment_id, l.line HAVING sum(x.seconds) > coalesce(l.days, 0) * 86400`,
  },
  {
    name: 'gift cards owe the net price of those that were sold and neither redeemed nor given back',
    sql: `WITH owed AS (SELECT payment_id, sum(amount) AS amount FROM ledger_entries
        WHERE account = '${GIFT_CARDS}' AND event NOT LIKE 'correction:%' GROUP BY payment_id HAVING sum(amount) <> 0),
      waiting AS (SELECT l.payment_id, sum(l.total - l.vat) AS amount FROM payment_lines l
        WHERE l.gift = 1 AND l.delivered = 1
          AND NOT EXISTS (SELECT 1 FROM refund_lines x WHERE x.payment_id = l.payment_id AND x.line = l.line AND x.undone = 0)
          AND NOT EXISTS (SELECT 1 FROM gift_cards c JOIN gift_redemptions g ON g.card_id = c.id
            WHERE c.payment_id = l.payment_id AND c.line = l.line)
        GROUP BY l.payment_id HAVING sum(l.total - l.vat) <> 0)
      SELECT payment_id AS what, amount FROM (SELECT * FROM owed EXCEPT SELECT * FROM waiting)
      UNION ALL SELECT payment_id, amount FROM (SELECT * FROM waiting EXCEPT SELECT * FROM owed)`,
  },
  {
    name: 'a gift that was delivered has a card',
    sql: `SELECT l.payment_id AS what, l.total AS amount FROM payment_lines l WHERE l.gift = 1 AND l.delivered = 1
      AND NOT EXISTS (SELECT 1 FROM gift_cards c WHERE c.payment_id = l.payment_id AND c.line = l.line)`,
  },
  {
    name: 'a redeemed gift card has exactly its legs',
    sql: `WITH card AS (SELECT 'redeem:' || c.id AS event, l.total - l.vat AS net
        FROM gift_redemptions g JOIN gift_cards c ON c.id = g.card_id
          JOIN payment_lines l ON l.payment_id = c.payment_id AND l.line = c.line WHERE l.total > l.vat),
      wanted AS (SELECT event || ':card' AS key, event, '${GIFT_CARDS}' AS account, -net AS amount FROM card
        UNION ALL SELECT event || ':sales', event, 'sales:plan', net FROM card),
      booked AS (SELECT key, event, account, amount FROM ledger_entries WHERE event LIKE 'redeem:%')
      SELECT key AS what, amount FROM (SELECT * FROM wanted EXCEPT SELECT * FROM booked)
      UNION ALL SELECT key, amount FROM (SELECT * FROM booked EXCEPT SELECT * FROM wanted)`,
  },
  {
    name: 'a redeemed gift card was sold, and gave its days once, without a price',
    sql: selectWrongRedemptions('payments', 'payment_lines'),
    scopedSql: selectWrongRedemptions('main.payments', 'main.payment_lines'),
  },
  {
    name: 'a correction has exactly its two legs',
    sql: `WITH wanted AS (
        SELECT 'correction:' || id || ':from' AS key, 'correction:' || id AS event, from_account AS account,
          -toman AS amount FROM corrections
        UNION ALL SELECT 'correction:' || id || ':to', 'correction:' || id, to_account, toman FROM corrections),
      booked AS (SELECT key, event, account, amount FROM ledger_entries WHERE event LIKE 'correction:%')
      SELECT key AS what, amount FROM (SELECT * FROM wanted EXCEPT SELECT * FROM booked)
      UNION ALL SELECT key, amount FROM (SELECT * FROM booked EXCEPT SELECT * FROM wanted)`,
  },
];
