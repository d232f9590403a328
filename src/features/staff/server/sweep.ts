import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/client.ts';
import { SWEEP_ROWS, sweepRows } from '../../../platform/db/sweep-rows.ts';

const SHOWN_SECONDS = 400 * 24 * 60 * 60;

/** Sessions that have ended, those whose account's session has, challenges that are over, and after a year in which lists
 * an account was shown. */
export async function sweepStaff({ db, now }: { db: Database; now: number }): Promise<void> {
  await sweepRows(db, [
    sql`DELETE FROM staff_sessions WHERE token_hash IN (SELECT token_hash FROM staff_sessions x WHERE ends_at <= ${now}
      OR NOT EXISTS (SELECT 1 FROM sessions s WHERE s.token_hash = x.token_hash) LIMIT ${SWEEP_ROWS})`,
    sql`DELETE FROM staff_challenges WHERE (token_hash, use) IN (SELECT token_hash, use FROM staff_challenges
      WHERE expires_at <= ${now} LIMIT ${SWEEP_ROWS})`,
    sql`DELETE FROM audit_subjects WHERE (subject, audit_id) IN (SELECT x.subject, x.audit_id
      FROM (SELECT subject, audit_id FROM audit_subjects WHERE subject >= 'account:' AND subject < 'account;'
        ORDER BY audit_id LIMIT ${SWEEP_ROWS}) x
      JOIN operator_audit a ON a.id = x.audit_id WHERE a.created_at <= ${now - SHOWN_SECONDS})`,
  ]);
}
