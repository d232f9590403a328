import { isNotNull, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { getFirstChartDay } from '../../plays/chart-days.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { lists } from '../../titles/server/schema.ts';
import { isReleased } from '../../titles/server/release.ts';

const CHART_LENGTH = 10;
/** Fewer plays of the tenth title are chance, and the order is that of all views. */
export const MIN_PLAYS_OF_LAST = 5;

const playedTitles = v.array(v.object({ id: v.number(), plays: v.number() }));

/** Writes the titles of each chart: the most played of the last seven days, or of all time while a week has too few. */
export async function refreshCharts({ db, now }: { db: Database; now: number }): Promise<void> {
  const charts = await db.select({ key: lists.key, kind: lists.chart }).from(lists).where(isNotNull(lists.chart));
  for (const { key, kind } of charts) {
    const [week, viewed] = await batch(db, [
      sql`SELECT t.id, sum(d.plays) AS plays FROM title_days d CROSS JOIN titles t
        WHERE d.day >= ${getFirstChartDay(now)} AND t.id = d.title_id AND t.kind = ${kind} AND ${isReleased(now, 't')}
        GROUP BY t.id ORDER BY plays DESC, t.views DESC, t.id DESC LIMIT ${CHART_LENGTH}`,
      sql`SELECT t.id, t.views AS plays FROM titles t WHERE t.kind = ${kind} AND ${isReleased(now, 't')}
        ORDER BY t.views DESC, t.id DESC LIMIT ${CHART_LENGTH}`,
    ]);
    const ofWeek = v.parse(playedTitles, week);
    const hasEnough = (ofWeek[CHART_LENGTH - 1]?.plays ?? 0) >= MIN_PLAYS_OF_LAST;
    const ids = (hasEnough ? ofWeek : v.parse(playedTitles, viewed)).map(({ id }) => id);
    await batch(db, [
      sql`DELETE FROM list_titles WHERE list = ${key}`,
      sql`INSERT INTO list_titles (list, position, title_id) SELECT ${key}, key + 1, value FROM json_each(${JSON.stringify(ids)})`,
      sql`UPDATE lists SET period = ${hasEnough ? 'week' : null} WHERE key = ${key}`,
    ]);
  }
}
