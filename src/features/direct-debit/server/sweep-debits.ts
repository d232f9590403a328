import { sql } from 'drizzle-orm';
import { DEBIT_KEEP_SECONDS } from '../../payments/config.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';

/** Rows taken at once, so that a tick stays short; the next one takes the rest. */
const AT_ONCE = 1000;

/**
 * Removes what has been over for 90 days (cron). A key that was collected stays so without its charge: its payment
 * settled (record-charges.ts), and a release is noted once.
 */
export async function sweepDebits({ db, now }: { db: Database; now: number }): Promise<void> {
  const before = now - DEBIT_KEEP_SECONDS;
  await batch(db, [
    sql`DELETE FROM direct_debit_charges WHERE key IN (SELECT key FROM direct_debit_charges
      WHERE state IN ('done', 'dropped', 'stopped') AND created_at <= ${before} LIMIT ${AT_ONCE})`,
    sql`DELETE FROM mandate_withdrawals WHERE track_id IN (SELECT track_id FROM mandate_withdrawals
      WHERE recheck_at IS NULL AND requested_at <= ${before} LIMIT ${AT_ONCE})`,
    sql`DELETE FROM sandbox_withdrawals WHERE track_id IN (SELECT track_id FROM sandbox_withdrawals
      WHERE created_at <= ${before} LIMIT ${AT_ONCE})`,
  ]);
}
