import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/client.ts';

/** What a user's wallet holds, in toman: the sum of its entries. */
export async function walletBalance(db: Database, userId: number): Promise<number> {
  const [row] = await db.all<{ credit: number }>(
    sql`SELECT coalesce(sum(amount), 0) AS credit FROM ledger_entries WHERE account = ${`wallet:${userId}`}`,
  );
  return row?.credit ?? 0;
}
