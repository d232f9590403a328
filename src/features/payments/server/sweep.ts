import { sql } from 'drizzle-orm';
import { DEAD_PAYMENT_SECONDS, SWEEP_BUDGET_MS } from '../config.ts';
import { startBudget } from '../../../platform/budget.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { SWEEP_ROWS, sweepRows } from '../../../platform/db/sweep-rows.ts';
import { sweepKeys } from './purchase-keys.ts';

/** Removes payments without money or an open finding, and unsettled references (cron). Keeps direct debits: the next
 * track id counts them. A repeat of a forgotten reference counts as foreign, which fails closed. */
export async function sweepPayments({ db, now }: { db: Database; now: number }): Promise<void> {
  const before = now - DEAD_PAYMENT_SECONDS;
  const dead = sql`SELECT p.id FROM payments p
    WHERE p.state IN ('failed', 'cancelled', 'expired') AND p.method <> 'direct_debit' AND p.created_at <= ${before} AND p.checked_at <= ${before}
      AND coalesce(p.problem, '') NOT IN ('amount_mismatch', 'reference_used')
      AND NOT EXISTS (SELECT 1 FROM ledger_entries e WHERE e.payment_id = p.id)
      AND NOT EXISTS (SELECT 1 FROM payments n WHERE n.superseded_by = p.id)
    ORDER BY p.created_at, p.id LIMIT ${SWEEP_ROWS}`;
  const hasTime = startBudget(SWEEP_BUDGET_MS);
  let payments: unknown[] | undefined;
  do {
    [, , payments] = await batch(db, [
      sql`DELETE FROM gift_cards WHERE payment_id IN (${dead})`,
      sql`DELETE FROM payment_lines WHERE payment_id IN (${dead})`,
      sql`DELETE FROM payments WHERE id IN (${dead}) RETURNING 1`,
    ]);
  } while (payments?.length === SWEEP_ROWS && hasTime());
  await sweepRows(db, [
    sweepKeys(now),
    sql`DELETE FROM bank_references WHERE (gateway, terminal, reference) IN (
      SELECT gateway, terminal, reference FROM bank_references
      WHERE payment_id IS NULL AND asked_at <= ${before} LIMIT ${SWEEP_ROWS})`,
  ]);
}
