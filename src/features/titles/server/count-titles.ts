import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/client.ts';
import { titleCounts } from './schema.ts';

/** Counts that triggers keep, of a kind or of all but episodes. The query answers `total`. */
export function readStoredCount(db: Database, kind: string | undefined, genre: string | undefined) {
  // Literal, as in the lists: episodes are only in the list of episodes.
  const kinds = kind === undefined ? sql`kind <> 'episode'` : eq(titleCounts.kind, kind);
  return db
    .select({ total: sql<number>`coalesce(sum(${titleCounts.total}), 0)`.as('total') })
    .from(titleCounts)
    .where(and(eq(titleCounts.genre, genre ?? ''), kinds));
}

/** Counts the rows of `from` up to `limit`. The query answers `total`. */
export function countUpTo(db: Database, limit: number, { from, where }: { from: SQL; where: SQL | undefined }) {
  const matches = sql`SELECT 1 FROM ${from} WHERE ${where ?? sql`true`} LIMIT ${limit}`;
  return db.select({ total: sql<number>`count(*)`.as('total') }).from(sql`(${matches})`);
}
