import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/client.ts';
import { titleCounts } from './schema.ts';
import { isFromCountry, isInLanguage } from './filters.ts';

/** A genre of fewer titles is walked by itself; of a larger one the country or language is the shorter way in. */
const SMALL_GENRE = 5000;

/** The counts that are kept: of a kind, or of all but episodes, in one genre or in any. The query answers `total`. */
export function readStoredCount(db: Database, kind: string | undefined, genre: string | undefined) {
  // Literal, as in the lists: episodes are only in the list of episodes.
  const kinds = kind === undefined ? sql`kind <> 'episode'` : eq(titleCounts.kind, kind);
  return db
    .select({ total: sql<number>`coalesce(sum(${titleCounts.total}), 0)`.as('total') })
    .from(titleCounts)
    .where(and(eq(titleCounts.genre, genre ?? ''), kinds));
}

interface Counted {
  genre?: string | undefined;
  /** Of the filter; '0' for any. */
  country: string;
  lang: string;
  /** Conditions on `titles`. */
  where: SQL | undefined;
  /** Nothing is counted beyond. */
  limit: number;
}

/**
 * Counts titles up to a limit, for conditions of which no count is kept. Titles are reached by the narrowest index:
 * a small genre's, else those of country and language met with each other, else the genre's, else the titles themselves.
 * The query answers `total`.
 */
export function countTitles(db: Database, { genre, country, lang, where, limit }: Counted) {
  const sets = [
    ...(country === '0' ? [] : [sql`SELECT title_id FROM title_countries WHERE country = ${country}`]),
    ...(lang === '0' ? [] : [sql`SELECT title_id FROM title_languages WHERE language = ${lang}`]),
  ];
  const isSmall = sql`(SELECT coalesce(sum(total), 0) FROM title_counts WHERE genre = ${genre ?? ''}) < ${SMALL_GENRE}`;
  const byGenre = sql`SELECT 1 FROM title_genres g CROSS JOIN titles ON titles.id = g.title_id
    WHERE g.genre = ${genre ?? ''}`;
  const byFacet = sql`SELECT 1 FROM (${sql.join(sets, sql` INTERSECT `)}) matched CROSS JOIN titles ON titles.id = matched.title_id
    WHERE ${genre === undefined ? sql`true` : isInGenre(genre)}`;
  const facets = sql.join(
    [...(country === '0' ? [] : [isFromCountry(country)]), ...(lang === '0' ? [] : [isInLanguage(lang)])],
    sql` AND `,
  );
  const rest = sql`${where ?? sql`true`} LIMIT ${limit}`;
  const matches =
    sets.length === 0
      ? sql`${genre === undefined ? sql`SELECT 1 FROM titles WHERE true` : byGenre} AND ${rest}`
      : genre === undefined
        ? sql`${byFacet} AND ${rest}`
        : // The size of the genre is looked up once, and only one of the two is walked.
          sql`SELECT 1 FROM (${byGenre} AND ${isSmall} AND ${facets} AND ${rest})
            UNION ALL SELECT 1 FROM (${byFacet} AND NOT (${isSmall}) AND ${rest})`;
  return db.select({ total: sql<number>`count(*)`.as('total') }).from(sql`(${matches})`);
}

/** The condition on `titles` of being in a genre. */
export function isInGenre(genre: string): SQL {
  return sql`EXISTS (SELECT 1 FROM title_genres WHERE title_id = titles.id AND genre = ${genre})`;
}
