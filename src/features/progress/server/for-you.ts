import { and, eq, sql } from 'drizzle-orm';
import { LIST_PREVIEW } from '../../../platform/config/constants.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { tehranDate } from '../../../platform/text/tehran-week.ts';
import { NEW_DAYS } from '../../titles/new-days.ts';
import { buildAgeConditions } from '../../titles/server/filters.ts';
import { queryRelated } from '../../titles/server/related.ts';
import { isReleased } from '../../titles/server/release.ts';
import { titles } from '../../titles/server/schema.ts';
import type { ForYou, getForYou as call } from '../contract.ts';
import { readTaste } from '../for-you.ts';
import { getProfile } from './profile.ts';
import { readNewestRows, selectPlayable } from './viewer-rows.ts';

const DAY_SECONDS = 24 * 60 * 60;

export const getForYou: Service<typeof call> = async (context) => {
  const profile = getProfile(context);
  if (profile === null) return fail('unauthenticated');
  const { liked, series, watched } = readTaste(await readNewestRows(context, profile));
  const [episodes, because] = await Promise.all([
    series.length === 0 ? [] : readNewEpisodes(context, series, watched),
    liked === null ? null : readLike(context, liked, watched),
  ]);
  return ok({ data: { episodes, because } });
};

/** The first new episode of each series that the viewer has not begun. */
async function readNewEpisodes(
  { db, maxAge, now }: RequestContext,
  series: readonly number[],
  watched: readonly number[],
): Promise<ForYou['episodes']> {
  const since = tehranDate(now - NEW_DAYS * DAY_SECONDS);
  const within = maxAge === undefined ? sql`` : sql` AND e.age <= ${maxAge}`;
  const first = sql`(SELECT (SELECT e.id FROM titles e
      WHERE e.series_id = begun.value AND e.release_date > ${since} AND e.media IS NOT NULL AND ${isReleased(now, 'e')}${within}
        AND e.id NOT IN (SELECT value FROM json_each(${JSON.stringify(watched)}))
      ORDER BY e.season, e.number LIMIT 1) AS id, begun.key AS place
    FROM json_each(${JSON.stringify(series)}) begun) AS first`;
  return db
    .select(selectPlayable(now))
    .from(first)
    .crossJoin(titles)
    .where(sql`${titles.id} = first.id`)
    .orderBy(sql`first.place`)
    .limit(LIST_PREVIEW);
}

async function readLike(
  { db, maxAge, now }: RequestContext,
  liked: number,
  watched: readonly number[],
): Promise<ForYou['because']> {
  const [names, related] = await db.batch([
    db
      .select({ id: titles.id, kind: titles.kind, name_fa: titles.nameFa, name_en: titles.nameEn })
      .from(titles)
      .where(and(eq(titles.id, liked), ...buildAgeConditions(maxAge))),
    queryRelated(db, sql`${liked}`, { maxAge, now }),
  ]);
  const items = related.flatMap(({ shared: _shared, ...card }) => (watched.includes(card.id) ? [] : [card]));
  return names[0] && items.length > 0 ? { ...names[0], items } : null;
}
