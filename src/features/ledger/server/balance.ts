import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/client.ts';

/** Toman. */
export async function getWalletBalance(db: Database, userId: number): Promise<number> {
  const [row] = await db.all<{ credit: number }>(
    sql`SELECT coalesce(sum(amount), 0) AS credit FROM ledger_entries WHERE account = ${`wallet:${userId}`}`,
  );
  return row?.credit ?? 0;
}
