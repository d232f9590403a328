import { eq, sql, type SQL } from 'drizzle-orm';
import type { EntitlementAnswer, Playing } from '../../paywall/contract.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import type { Marker } from '../../titles/markers.ts';
import { titles } from '../../titles/server/schema.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { selectListed } from '../../titles/server/listed-columns.ts';
import { selectNextEpisodeId } from '../../titles/server/next-episode.ts';
import { isOver, isReleased, selectRelease } from '../../titles/server/release.ts';
import { selectMarkers } from '../../titles/server/timeline-rows.ts';
import { openProgress } from '../../progress/server/open-progress.ts';
import { parseProgress, progressQuery } from '../../progress/server/progress-row.ts';
import { getProfile } from '../../progress/server/profile.ts';

export type WatchingFacts = Required<
  Pick<NonNullable<EntitlementAnswer['play']>, 'playing' | 'next' | 'markers' | 'progress' | 'now'>
>;

/** The video, its next one and the progress; null without media. One round trip to D1. */
export async function watching(
  context: RequestContext,
  kind: TitleKind,
  id: number,
): Promise<{ media: string; facts: WatchingFacts } | null> {
  const { db, maxAge, now } = context;
  const profile = getProfile(context);
  const table = await openProgress(context).table(profile ?? '');
  const videoId = kind === 'series' ? selectEpisode(table, { profile, id, maxAge, now }) : sql<number>`${id}`;
  const [videos, markerRows, nextVideos, progressRows] = await db.batch([
    db
      .select({ ...selectListed(now), media: titles.media })
      .from(titles)
      .where(eq(titles.id, videoId)),
    db
      .select({
        kind: sql<Marker['kind']>`kind`.as('kind'),
        starts: sql<number>`starts`.as('starts'),
        ends: sql<number>`ends`.as('ends'),
      })
      .from(selectMarkers(videoId))
      .orderBy(sql`starts`),
    db
      .select(selectListed(now))
      .from(titles)
      .where(
        eq(titles.id, sql`(SELECT ${selectNextEpisodeId(now, maxAge, true)} FROM titles WHERE titles.id = ${videoId})`),
      ),
    progressQuery(db, table, profile ?? '', videoId),
  ]);
  const [video] = videos;
  const [next] = nextVideos;
  if (!video || video.media === null) return null;
  const saved = parseProgress(progressRows);
  const facts: WatchingFacts = {
    playing: toPlaying(video),
    next: next ? toPlaying(next) : null,
    markers: markerRows,
    progress: saved && { ...saved, points: [...saved.points] },
    now,
  };
  return { media: video.media, facts };
}

function toPlaying({ kind, id, name_fa, name_en }: Playing): Playing {
  return { kind, id, name_fa, name_en };
}

export async function findMedia({ db }: RequestContext, id: number): Promise<string | null> {
  const [row] = await db.select({ media: titles.media }).from(titles).where(eq(titles.id, id));
  return row?.media ?? null;
}

/**
 * The series' episode begun last, or the one after it if it was watched; else the first. A glance counts for nothing.
 * D1 takes 100 values and expressions of 100 levels: the clock is bound once, and a table's levels count for itself alone.
 */
function selectEpisode(
  table: SQL,
  viewer: { profile: string | null; id: number; maxAge: number | undefined; now: number },
): SQL<number> {
  const { profile, id: seriesId } = viewer;
  const now = sql`viewer.now`;
  const maxAge = viewer.maxAge === undefined ? undefined : sql`viewer.max_age`;
  const age = maxAge === undefined ? sql`` : sql` AND titles.age <= ${maxAge}`;
  const playable = sql`titles.series_id = ${seriesId} AND titles.media IS NOT NULL
    AND (${isReleased(now)} OR (SELECT CASE WHEN ${isOver(now, 's')} THEN ${isOver(now)}
      ELSE ${selectRelease(now)} = ${selectRelease(now, 's')} END FROM titles s WHERE s.id = ${seriesId}))${age}`;
  const begun =
    profile === null
      ? sql`NULL`
      : sql`(SELECT CASE WHEN progress.last <= 0 THEN NULL WHEN progress.at > 0 THEN titles.id ELSE ${selectNextEpisodeId(now, maxAge, true)} END
          FROM titles CROSS JOIN ${table}
          WHERE ${playable} AND progress.profile = ${profile} AND progress.title_id = titles.id
            AND (progress.at > 0 OR progress.seen > 0)
          ORDER BY progress.last DESC LIMIT 1)`;
  const first = sql`(SELECT titles.id FROM titles
    WHERE ${playable}
    ORDER BY titles.season, titles.number LIMIT 1)`;
  // A series without episodes may have a video of its own.
  return sql<number>`(SELECT id FROM (SELECT coalesce(${begun}, ${first}, ${seriesId}) AS id
    FROM (SELECT ${viewer.now} AS now, ${viewer.maxAge ?? null} AS max_age) viewer))`;
}
