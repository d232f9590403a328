import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { titleCounts, titleGenres, titles } from '../../db/schema.ts';

/** The counts that are kept: of a kind, or of all but episodes, in one genre or in any. The query answers `total`. */
export function keptCount(db: Database, kind: string | undefined, genre: string | undefined) {
  // Literal, as in the lists: episodes are only in the list of episodes.
  const kinds = kind === undefined ? sql`kind <> 'episode'` : eq(titleCounts.kind, kind);
  return db
    .select({ total: sql<number>`coalesce(sum(${titleCounts.total}), 0)`.as('total') })
    .from(titleCounts)
    .where(and(eq(titleCounts.genre, genre ?? ''), kinds));
}

/** Counts titles themselves, for conditions of which no count is kept; with a genre, only that genre's are looked at. */
export function countTitles(db: Database, genre: string | undefined, where: SQL | undefined) {
  const query = db.select({ total: sql<number>`count(*)`.as('total') });
  if (genre === undefined) return query.from(titles).where(where);
  return query
    .from(titleGenres)
    .crossJoin(titles)
    .where(and(eq(titleGenres.genre, genre), sql`${titles.id} = ${titleGenres.titleId}`, where));
}
