import { sql, type SQL } from 'drizzle-orm';
import { batch } from '../../../platform/db/batch.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { queueRevocations } from '../../direct-debit/server/revocations.ts';
import { openProgress } from '../../progress/server/open-progress.ts';
import { toAccountProfile } from '../../progress/server/profile.ts';
import { PERSONAL_TABLES, type PersonalTable } from './personal-tables.ts';

const ACCOUNTS_PER_RUN = 50;

type EraseContext = Pick<RequestContext, 'db' | 'env' | 'now'>;

/** Cron, spec 8.16: by personal-tables.ts, in one transaction with the users last. The books stay without a name. */
export async function eraseAccounts({ db, env, now }: EraseContext): Promise<void> {
  const chosen = sql`SELECT id FROM users WHERE erase_at <= ${now} ORDER BY erase_at LIMIT ${ACCOUNTS_PER_RUN}`;
  const [accounts = []] = await batch(db, [chosen]);
  if (accounts.length === 0) return;
  const ids = accounts.map(({ id }) => Number(id));
  // Before the rows by which an account is found again.
  for (const id of ids) await openProgress({ db, env }).erase(toAccountProfile(id));
  const due = sql`(SELECT id FROM users WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND erase_at <= ${now})`;
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
