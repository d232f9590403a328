import { sql } from 'drizzle-orm';
import { DEBIT_KEEP_SECONDS } from '../../payments/config.ts';
import type { Database } from '../../../platform/db/client.ts';
import { SWEEP_ROWS, sweepRows } from '../../../platform/db/sweep-rows.ts';

/** Removes rows that ended 90 days ago (cron). Payments keep a collected key from being recorded again. */
export async function sweepDebits({ db, now }: { db: Database; now: number }): Promise<void> {
  const before = now - DEBIT_KEEP_SECONDS;
  await sweepRows(db, [
    sql`DELETE FROM direct_debit_charges WHERE key IN (SELECT key FROM direct_debit_charges
      WHERE state IN ('done', 'dropped', 'stopped') AND created_at <= ${before} LIMIT ${SWEEP_ROWS})`,
    sql`DELETE FROM renewal_questions WHERE key IN (SELECT key FROM renewal_questions
      WHERE asked_at <= ${before} LIMIT ${SWEEP_ROWS})`,
    sql`DELETE FROM mandate_withdrawals WHERE track_id IN (SELECT track_id FROM mandate_withdrawals
      WHERE recheck_at IS NULL AND requested_at <= ${before} LIMIT ${SWEEP_ROWS})`,
    sql`DELETE FROM sandbox_withdrawals WHERE track_id IN (SELECT track_id FROM sandbox_withdrawals
      WHERE created_at <= ${before} LIMIT ${SWEEP_ROWS})`,
  ]);
}
