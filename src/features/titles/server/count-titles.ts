import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/client.ts';

/** Counts that triggers keep, of a kind or of all but episodes. The query answers `total`. */
export function readStoredCount(db: Database, kind: string | undefined, genre: string | undefined) {
  // Literal, as in the lists: episodes are only in the list of episodes.
  const kinds = kind === undefined ? sql`kind <> 'episode'` : sql`kind = ${kind}`;
  const counts =
    genre === undefined ? sql`title_counts WHERE genre = '' AND` : sql`title_facet_counts WHERE facet = ${genre} AND`;
  return db
    .select({ total: sql<number>`total` })
    .from(sql`(SELECT coalesce(sum(total), 0) AS total FROM ${counts} ${kinds})`);
}

export function countUpTo(db: Database, limit: number, { from, where }: { from: SQL; where: SQL | undefined }) {
  const matches = sql`SELECT 1 FROM ${from} WHERE ${where ?? sql`true`} LIMIT ${limit}`;
  return db.select({ total: sql<number>`count(*)`.as('total') }).from(sql`(${matches})`);
}
