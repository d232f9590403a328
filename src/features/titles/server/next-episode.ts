import { sql, type SQL } from 'drizzle-orm';
import { isReleased } from './release.ts';

export function selectNextEpisodeId(now: number, maxAge: number | undefined): SQL<number | null> {
  const within = maxAge === undefined ? sql`` : sql` AND n.age <= ${maxAge}`;
  return sql<number | null>`(SELECT n.id FROM titles n
    WHERE n.series_id = titles.series_id AND (n.season, n.number) > (titles.season, titles.number)
      AND n.media IS NOT NULL AND ${isReleased(now, 'n')}${within}
    ORDER BY n.season, n.number LIMIT 1)`;
}
