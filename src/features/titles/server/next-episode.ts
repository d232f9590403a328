import { sql, type SQL } from 'drizzle-orm';
import type { SqlTime } from '../../../platform/db/client.ts';
import { isOver, isReleased } from './release.ts';

/** `withOver`: after an episode whose last day has passed, which an owner plays, comes another such one. */
export function selectNextEpisodeId(
  now: SqlTime,
  maxAge: number | SQL | undefined,
  withOver = false,
): SQL<number | null> {
  const over = withOver ? sql` OR ${isOver(now)} AND ${isOver(now, 'n')}` : sql``;
  const within = maxAge === undefined ? sql`` : sql` AND n.age <= ${maxAge}`;
  return sql<number | null>`(SELECT n.id FROM titles n
    WHERE n.series_id = titles.series_id AND (n.season, n.number) > (titles.season, titles.number)
      AND n.media IS NOT NULL AND (${isReleased(now, 'n')}${over})${within}
    ORDER BY n.season, n.number LIMIT 1)`;
}
