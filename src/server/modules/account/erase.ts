import { sql } from 'drizzle-orm';
import { batch } from '../../db/batch.ts';
import type { Database } from '../../db/client.ts';

/** Accounts erased in one tick; the next one takes the rest. */
const AT_ONCE = 50;

/**
 * Erases cancelled accounts whose time has come (cron, spec 8.16): everything that says whose it was, what they
 * watched and how they paid. The books stay, of a user without a name. The user itself is the last statement, so that
 * every other one still finds who is meant, and all are one transaction.
 */
export async function eraseAccounts({ db, now }: { db: Database; now: number }): Promise<void> {
  const due = sql`(SELECT id FROM users WHERE erase_at <= ${now} ORDER BY erase_at LIMIT ${AT_ONCE})`;
  const mobiles = sql`(SELECT mobile FROM users WHERE id IN ${due})`;
  await batch(db, [
    sql`DELETE FROM sessions WHERE user_id IN ${due}`,
    sql`DELETE FROM user_lists WHERE user_id IN ${due}`,
    sql`DELETE FROM progress WHERE profile IN (SELECT 'u' || id FROM users WHERE id IN ${due})`,
    sql`DELETE FROM user_settings WHERE user_id IN ${due}`,
    sql`DELETE FROM login_codes WHERE mobile IN ${mobiles}`,
    sql`DELETE FROM login_sends WHERE mobile IN ${mobiles}`,
    sql`DELETE FROM direct_debit_settings WHERE user_id IN ${due}`,
    sql`DELETE FROM direct_debit_series WHERE user_id IN ${due}`,
    sql`DELETE FROM mandates WHERE user_id IN ${due}`,
    sql`UPDATE payments SET card = NULL WHERE user_id IN ${due}`,
    sql`UPDATE users SET mobile = 'erased:' || id, name = '', subscribed_until = 0, erase_at = NULL
      WHERE id IN ${due}`,
  ]);
}
