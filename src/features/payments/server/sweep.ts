import { sql } from 'drizzle-orm';
import { DEAD_PAYMENT_SECONDS, SWEEP_PAYMENTS } from '../config.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';

/**
 * Removes payments that came to nothing long ago, with their lines, and references that settled nothing (cron). Never
 * one that a person may still ask for: without money, without a finding for the operator, and named by nothing. Never
 * one of direct debit: the next track id of its charge is numbered after those that were sent. What
 * a bank verified or gave back stays. A reference that is forgotten fails closed: a repeat of it counts as foreign.
 */
export async function sweepPayments({ db, now }: { db: Database; now: number }): Promise<void> {
  const before = now - DEAD_PAYMENT_SECONDS;
  const dead = sql`SELECT p.id FROM payments p
    WHERE p.state IN ('failed', 'cancelled', 'expired') AND p.method <> 'direct_debit' AND p.created_at <= ${before} AND p.checked_at <= ${before}
      AND coalesce(p.problem, '') NOT IN ('amount_mismatch', 'reference_used')
      AND NOT EXISTS (SELECT 1 FROM ledger_entries e WHERE e.payment_id = p.id)
      AND NOT EXISTS (SELECT 1 FROM payments n WHERE n.superseded_by = p.id)
    ORDER BY p.created_at, p.id LIMIT ${SWEEP_PAYMENTS}`;
  await batch(db, [
    sql`DELETE FROM payment_lines WHERE payment_id IN (${dead})`,
    sql`DELETE FROM payments WHERE id IN (${dead})`,
    sql`DELETE FROM bank_references WHERE (gateway, terminal, reference) IN (
      SELECT gateway, terminal, reference FROM bank_references
      WHERE payment_id IS NULL AND asked_at <= ${before} LIMIT ${SWEEP_PAYMENTS})`,
  ]);
}
