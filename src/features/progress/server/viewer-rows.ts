import { and, desc, eq, sql } from 'drizzle-orm';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { buildAgeConditions } from '../../titles/server/filters.ts';
import { listedNames, selectListed } from '../../titles/server/listed-columns.ts';
import { titles } from '../../titles/server/schema.ts';
import { openProgress } from './open-progress.ts';
import { progress } from './schema.ts';

const ROWS_READ = 100;
const selectSeries = (column: 'name_fa' | 'name_en' | 'backdrop') =>
  sql`(SELECT s.${sql.raw(column)} FROM titles s WHERE s.id = titles.series_id)`;
/** Beside the number of an episode the name of its series is enough. */
const selectName = (column: 'name_fa' | 'name_en') =>
  sql<string>`iif(titles.number IS NULL, ${listedNames[column].sql}, coalesce(${selectSeries(column)}, ${sql.raw(`titles.${column}`)}))`.as(
    column,
  );

/** Newest first, within the viewer's age ceiling. */
export async function readNewestRows(context: RequestContext, profile: string) {
  return context.db
    .select({
      titleId: sql<number>`${progress.titleId}`,
      at: sql<number>`${progress.at}`,
      duration: sql<number>`${progress.duration}`,
      seen: sql<number>`${progress.seen}`,
      last: sql<number>`${progress.last}`,
      furthest: sql<number>`${progress.furthest}`,
      hiddenAt: sql<number>`${progress.hiddenAt}`,
      seriesId: titles.seriesId,
    })
    .from(await openProgress(context).table(profile))
    .crossJoin(titles)
    .where(
      and(
        eq(progress.profile, profile),
        sql`${titles.id} = ${progress.titleId}`,
        ...buildAgeConditions(context.maxAge),
      ),
    )
    .orderBy(desc(progress.last), desc(progress.titleId))
    .limit(ROWS_READ);
}

/** Columns of a card that plays (`playable` of the contract). Epoch seconds. */
export function selectPlayable(now: number) {
  return {
    ...selectListed(now),
    name_fa: selectName('name_fa'),
    name_en: selectName('name_en'),
    picture: sql<string | null>`coalesce(titles.still, titles.backdrop, ${selectSeries('backdrop')})`.as('picture'),
    season: titles.season,
    number: titles.number,
  };
}

export function isAmongIds(ids: readonly number[]) {
  return sql`${titles.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
}
