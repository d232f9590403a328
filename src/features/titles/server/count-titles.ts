import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/client.ts';
import { titleCounts } from './schema.ts';
import { isFromCountry, isInLanguage } from './filters.ts';

/** Below this a genre is walked by itself; above it the country or language index is shorter. */
const SMALL_GENRE = 5000;

/** Counts that triggers keep, of a kind or of all but episodes. The query answers `total`. */
export function readStoredCount(db: Database, kind: string | undefined, genre: string | undefined) {
  // Literal, as in the lists: episodes are only in the list of episodes.
  const kinds = kind === undefined ? sql`kind <> 'episode'` : eq(titleCounts.kind, kind);
  return db
    .select({ total: sql<number>`coalesce(sum(${titleCounts.total}), 0)`.as('total') })
    .from(titleCounts)
    .where(and(eq(titleCounts.genre, genre ?? ''), kinds));
}

interface CountInput {
  genre?: string | undefined;
  country: string; // '0' for any
  lang: string;
  where: SQL | undefined;
  limit: number;
}

/** Counts titles up to `limit` along the narrowest index: a small genre, then country and language, then the genre. */
export function countTitles(db: Database, { genre, country, lang, where, limit }: CountInput) {
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

export function isInGenre(genre: string): SQL {
  return sql`EXISTS (SELECT 1 FROM title_genres WHERE title_id = titles.id AND genre = ${genre})`;
}
