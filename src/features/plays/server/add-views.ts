import { sql } from 'drizzle-orm';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { DAY, getFirstChartDay } from '../chart-days.ts';
import { tehranHourStart } from '../../../platform/text/tehran-week.ts';
import { SWEEP_ROWS, sweepRows } from '../../../platform/db/sweep-rows.ts';

const TITLES_AT_ONCE = 500;

/** Adds each play once, to its day and to an episode's series too, in one transaction; then removes what no count needs. */
export async function addViews({ db, now }: { db: Database; now: number }): Promise<void> {
  const titles = sql`(SELECT DISTINCT title_id FROM plays WHERE counted = 0 ORDER BY title_id LIMIT ${TITLES_AT_ONCE})`;
  await batch(db, [
    sql`UPDATE all_titles SET views = views + (SELECT count(*) FROM plays p WHERE p.title_id = all_titles.id AND p.counted = 0)
      WHERE id IN ${titles}`,
    sql`UPDATE all_titles SET views = views + (SELECT count(*) FROM all_titles e CROSS JOIN plays p ON p.title_id = e.id
        WHERE e.series_id = all_titles.id AND p.counted = 0 AND e.id IN ${titles})
      WHERE id IN (SELECT e.series_id FROM all_titles e WHERE e.id IN ${titles} AND e.series_id IS NOT NULL)`,
    sql`INSERT INTO title_days (day, title_id, plays)
      SELECT p.day, coalesce(t.series_id, t.id), count(*) FROM plays p CROSS JOIN all_titles t
      WHERE p.counted = 0 AND p.title_id IN ${titles} AND t.id = p.title_id GROUP BY 1, 2
      ON CONFLICT (day, title_id) DO UPDATE SET plays = plays + excluded.plays`,
    sql`INSERT INTO desk_hours (hour, figure, part, value)
      SELECT ${tehranHourStart(now)}, 'plays', '', count(*) FROM plays p
      WHERE p.counted = 0 AND p.title_id IN ${titles} GROUP BY p.counted
      ON CONFLICT (hour, figure, part) DO UPDATE SET value = value + excluded.value`,
    sql`UPDATE plays SET counted = 1 WHERE counted = 0 AND title_id IN ${titles}`,
  ]);
  await sweepRows(db, [
    sql`DELETE FROM plays WHERE (title_id, viewer, day) IN (SELECT title_id, viewer, day FROM plays
      WHERE day < ${Math.floor(now / DAY)} AND counted = 1 LIMIT ${SWEEP_ROWS})`,
    sql`DELETE FROM title_days WHERE (day, title_id) IN (SELECT day, title_id FROM title_days
      WHERE day < ${getFirstChartDay(now)} LIMIT ${SWEEP_ROWS})`,
  ]);
}
