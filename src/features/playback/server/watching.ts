import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { EntitlementAnswer, Playing } from '../../watch-options/contract.ts';
import { chooseContinue } from '../../progress/continue.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { progress } from '../../progress/server/schema.ts';
import { markers } from './schema.ts';
import { titles } from '../../titles/server/schema.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { buildAgeConditions } from '../../titles/server/filters.ts';
import { listedColumns } from '../../titles/server/listed-columns.ts';
import { selectNextEpisodeId } from '../../titles/server/next-episode.ts';
import { parseProgress, progressQuery } from '../../progress/server/merge.ts';
import { getProfile } from '../../progress/server/profile.ts';

export type WatchingFacts = Required<
  Pick<NonNullable<EntitlementAnswer['play']>, 'playing' | 'next' | 'markers' | 'progress' | 'now'>
>;

const LOOKED_AT = 50;

/** The video, its next one and the progress; null without media. One round trip to D1, two for a series. */
export async function watching(
  context: RequestContext,
  kind: TitleKind,
  id: number,
): Promise<{ media: string; facts: WatchingFacts } | null> {
  const { db, maxAge, now } = context;
  const profile = getProfile(context);
  const videoId = kind === 'series' ? await findNextEpisode(context, profile, id) : id;
  const [videos, markerRows, nextVideos, progressRows] = await db.batch([
    db
      .select({ ...listedColumns, media: titles.media })
      .from(titles)
      .where(eq(titles.id, videoId)),
    db
      .select({ kind: markers.kind, starts: markers.starts, ends: markers.ends })
      .from(markers)
      .where(eq(markers.media, sql`(SELECT media FROM titles WHERE id = ${videoId})`))
      .orderBy(asc(markers.starts)),
    db
      .select(listedColumns)
      .from(titles)
      .where(eq(titles.id, sql`(SELECT ${selectNextEpisodeId(maxAge)} FROM titles WHERE titles.id = ${videoId})`)),
    progressQuery(db, profile ?? '', videoId),
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

/** The first where none was begun, and after the last. */
async function findNextEpisode(
  { db, maxAge }: RequestContext,
  profile: string | null,
  seriesId: number,
): Promise<number> {
  const inSeries = and(eq(titles.seriesId, seriesId), ...buildAgeConditions(maxAge));
  const [rows, [first]] = await Promise.all([
    profile === null
      ? []
      : db
          .select({
            titleId: progress.titleId,
            at: progress.at,
            seen: progress.seen,
            last: progress.last,
            hiddenAt: sql<number>`0`,
            seriesId: titles.seriesId,
            next: selectNextEpisodeId(maxAge),
          })
          .from(titles)
          .crossJoin(progress)
          .where(and(inSeries, eq(progress.profile, profile), sql`${progress.titleId} = ${titles.id}`))
          .orderBy(desc(progress.last))
          .limit(LOOKED_AT),
    db
      .select({ id: titles.id })
      .from(titles)
      .where(and(inSeries, sql`${titles.media} IS NOT NULL`))
      .orderBy(asc(titles.season), asc(titles.number))
      .limit(1),
  ]);
  const [resumed] = chooseContinue(rows, 1);
  const row = rows.find(({ titleId }) => titleId === resumed?.titleId);
  // A series without episodes may have a video of its own.
  return (resumed?.next ? row?.next : row?.titleId) ?? first?.id ?? seriesId;
}
