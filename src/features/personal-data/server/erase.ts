import { sql, type SQL } from 'drizzle-orm';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { queueRevocations } from '../../direct-debit/server/revocations.ts';
import { PERSONAL_TABLES, type PersonalTable } from './personal-tables.ts';

/** Accounts erased in one tick; the next one takes the rest. */
const AT_ONCE = 50;

/**
 * Erases cancelled accounts whose time has come (cron, spec 8.16): everything that says whose it was, what they
 * watched and how they paid, table by table as personal-tables.ts declares it. The books stay, of a user without a
 * name. The users are the last statement, so that every other one still finds who is meant, and all are one transaction.
 */
export async function eraseAccounts({ db, now }: { db: Database; now: number }): Promise<void> {
  const due = sql`(SELECT id FROM users WHERE erase_at <= ${now} ORDER BY erase_at LIMIT ${AT_ONCE})`;
  await batch(db, [
    // What still has to be revoked at the bank outlives the account, without a name.
    queueRevocations(sql`m.user_id IN ${due} AND m.state IN ('active', 'pending')`, now),
    ...PERSONAL_TABLES.flatMap((personal) => eraseRows(personal, due) ?? []),
  ]);
}

/** The statement that erases what a table holds of the users of `ids`; null where all of it is kept. */
function eraseRows({ table, matchRows, erase }: PersonalTable, ids: SQL): SQL | null {
  if (erase === 'delete') return sql`DELETE FROM ${sql.raw(table)} WHERE ${matchRows(ids)}`;
  return erase.set === undefined ? null : sql`UPDATE ${sql.raw(table)} SET ${erase.set} WHERE ${matchRows(ids)}`;
}
