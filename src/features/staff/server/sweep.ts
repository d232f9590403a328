import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/client.ts';
import { SWEEP_ROWS, sweepRows } from '../../../platform/db/sweep-rows.ts';

/** Sessions that have ended, those whose account's session has, and challenges that are over. */
export async function sweepStaff({ db, now }: { db: Database; now: number }): Promise<void> {
  await sweepRows(db, [
    sql`DELETE FROM staff_sessions WHERE token_hash IN (SELECT token_hash FROM staff_sessions x WHERE ends_at <= ${now}
      OR NOT EXISTS (SELECT 1 FROM sessions s WHERE s.token_hash = x.token_hash) LIMIT ${SWEEP_ROWS})`,
    sql`DELETE FROM staff_challenges WHERE (token_hash, use) IN (SELECT token_hash, use FROM staff_challenges
      WHERE expires_at <= ${now} LIMIT ${SWEEP_ROWS})`,
  ]);
}
