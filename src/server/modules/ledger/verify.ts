/** One rule of the books: its statement answers the rows that break it, and none is what is wanted. */
export interface Rule {
  name: string;
  sql: string;
}

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
      WHERE NOT EXISTS (SELECT 1 FROM payments p
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
    name: 'a purchase belongs to a line that was delivered',
    sql: `SELECT o.payment_id AS what, o.item_id AS amount FROM purchases o
      WHERE NOT EXISTS (SELECT 1 FROM payment_lines l WHERE l.payment_id = o.payment_id AND l.kind = o.kind
        AND l.item_id = o.item_id AND l.delivered = 1)`,
  },
];

/**
 * Checks the books of a database: each finding is a sentence with the rule, what breaks it and the amount in toman;
 * an empty list is what is wanted.
 */
export async function verifyLedger(db: D1Database): Promise<string[]> {
  const results = await db.batch<{ what: string; amount: number }>(LEDGER_RULES.map((rule) => db.prepare(rule.sql)));
  return results.flatMap(({ results: rows }, at) =>
    rows.map(({ what, amount }) => `${LEDGER_RULES[at]?.name ?? ''}: ${what} (${amount} toman)`),
  );
}
