import { sql, type SQL } from 'drizzle-orm';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { queueRevocations } from '../../direct-debit/server/revocations.ts';
import { PERSONAL_TABLES, type PersonalTable } from './personal-tables.ts';

const ACCOUNTS_PER_RUN = 50;

/** Cron, spec 8.16: by personal-tables.ts, in one transaction with the users last. The books stay without a name. */
export async function eraseAccounts({ db, now }: { db: Database; now: number }): Promise<void> {
  const due = sql`(SELECT id FROM users WHERE erase_at <= ${now} ORDER BY erase_at LIMIT ${ACCOUNTS_PER_RUN})`;
  await batch(db, [
    // Revocations outlive the account, without a name.
    queueRevocations(sql`m.user_id IN ${due} AND m.state IN ('active', 'pending')`, now),
    ...PERSONAL_TABLES.flatMap((personal) => eraseRows(personal, due) ?? []),
  ]);
}

function eraseRows({ table, matchRows, erase }: PersonalTable, ids: SQL): SQL | null {
  if (erase === 'delete') return sql`DELETE FROM ${sql.raw(table)} WHERE ${matchRows(ids)}`;
  return erase.set === undefined ? null : sql`UPDATE ${sql.raw(table)} SET ${erase.set} WHERE ${matchRows(ids)}`;
}
