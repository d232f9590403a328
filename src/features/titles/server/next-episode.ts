import { sql, type SQL } from 'drizzle-orm';

/** The id of the episode after the row's that can be played; null for the last one. */
export function selectNextEpisodeId(maxAge: number | undefined): SQL<number | null> {
  const within = maxAge === undefined ? sql`` : sql` AND n.age <= ${maxAge}`;
  return sql<number | null>`(SELECT n.id FROM titles n
    WHERE n.series_id = titles.series_id AND (n.season, n.number) > (titles.season, titles.number)
      AND n.release = 'released' AND n.media IS NOT NULL${within}
    ORDER BY n.season, n.number LIMIT 1)`;
}
