import { LEDGER_RULES } from './rules.ts';

/** A common table expression replaces each table of a rule by its rows of some payments. */
const SCOPE = `scope AS MATERIALIZED (SELECT value AS id FROM json_each(?)),
  payments AS NOT MATERIALIZED (SELECT * FROM main.payments WHERE id IN (SELECT id FROM scope)),
  ledger_entries AS NOT MATERIALIZED (SELECT * FROM main.ledger_entries WHERE payment_id IN (SELECT id FROM scope)),
  payment_lines AS NOT MATERIALIZED (SELECT * FROM main.payment_lines WHERE payment_id IN (SELECT id FROM scope)),
  discount_uses AS NOT MATERIALIZED (SELECT * FROM main.discount_uses WHERE payment_id IN (SELECT id FROM scope)),
  refunds AS NOT MATERIALIZED (SELECT * FROM main.refunds WHERE payment_id IN (SELECT id FROM scope)),
  refund_lines AS NOT MATERIALIZED (SELECT x.* FROM main.refund_lines x WHERE x.payment_id IN (SELECT id FROM scope)),
  purchases AS NOT MATERIALIZED (SELECT o.* FROM main.purchases o WHERE o.payment_id IN (SELECT id FROM scope)
    AND o.user_id IN (SELECT user_id FROM main.payments WHERE id IN (SELECT id FROM scope))),
  gift_cards AS NOT MATERIALIZED (SELECT * FROM main.gift_cards WHERE payment_id IN (SELECT id FROM scope)),
  gift_redemptions AS NOT MATERIALIZED (SELECT g.* FROM main.gift_redemptions g WHERE g.card_id IN (
    SELECT c.id FROM main.gift_cards c WHERE c.payment_id IN (SELECT id FROM scope))),
  corrections AS NOT MATERIALIZED (SELECT * FROM main.corrections WHERE id IN (
    SELECT substr(e.event, 12) FROM main.ledger_entries e
    WHERE e.payment_id IN (SELECT id FROM scope) AND e.event LIKE 'correction:%'))`;

const SCOPED_RULES = LEDGER_RULES.map(({ name, sql, scopedSql = sql }) => ({
  name,
  sql: `WITH ${SCOPE}${scopedSql.startsWith('WITH ') ? `, ${scopedSql.slice('WITH '.length)}` : ` ${scopedSql}`}`,
}));

export interface Finding {
  what: string;
  amount: number;
}

export function describeFinding(name: string, { what, amount }: Finding): string {
  return `${name}: ${what} (${String(amount)} toman)`;
}

export async function checkPayments(db: D1Database, paymentIds: readonly string[]): Promise<string[]> {
  if (paymentIds.length === 0) return [];
  const scope = JSON.stringify([...new Set(paymentIds)]);
  const results = await db.batch<Finding>(SCOPED_RULES.map(({ sql }) => db.prepare(sql).bind(scope)));
  return results.flatMap(({ results: rows }, index) =>
    rows.map((row) => describeFinding(SCOPED_RULES[index]?.name ?? '', row)),
  );
}
