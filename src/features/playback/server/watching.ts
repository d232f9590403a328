import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { EntitlementAnswer } from '../../watch-options/contract.ts';
import { toContinue } from '../../progress/continue.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { progress } from '../../progress/server/schema.ts';
import { markers } from './schema.ts';
import { titles } from '../../titles/server/schema.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { withinAge } from '../../titles/server/filters.ts';
import { listedColumns } from '../../titles/server/listed-columns.ts';
import { nextEpisodeId } from '../../titles/server/next-episode.ts';
import { readProgress } from '../../progress/server/merge.ts';
import { getProfile } from '../../progress/server/profile.ts';

/** What a viewer's cart says of a video beside where it is. */
export type WatchingFacts = Required<
  Pick<NonNullable<EntitlementAnswer['play']>, 'playing' | 'next' | 'markers' | 'progress' | 'now'>
>;

/** Episodes of a series that are looked at, what was watched last first. */
const LOOKED_AT = 50;

/** What plays for a title, what comes after it and how far the viewer is; null where there is nothing to play. */
export async function watching(
  context: RequestContext,
  kind: TitleKind,
  id: number,
): Promise<{ media: string; facts: WatchingFacts } | null> {
  const { db, maxAge, now } = context;
  const profile = getProfile(context);
  const wanted = kind === 'series' ? await findNextEpisode(context, profile, id) : id;
  if (wanted === null) return null;
  const columns = { ...listedColumns, media: titles.media, next: nextEpisodeId(maxAge) };
  const [rows, matches] = await db.batch([
    db.select(columns).from(titles).where(eq(titles.id, wanted)),
    db
      .select({ kind: markers.kind, starts: markers.starts, ends: markers.ends })
      .from(markers)
      .where(eq(markers.media, sql`(SELECT media FROM titles WHERE id = ${wanted})`))
      .orderBy(asc(markers.starts)),
  ]);
  const [row] = rows;
  if (!row || row.media === null) return null;
  const [after, kept] = await Promise.all([
    row.next === null ? [] : db.select(listedColumns).from(titles).where(eq(titles.id, row.next)),
    profile === null ? null : readProgress(db, profile, row.id),
  ]);
  const named = (it: typeof row | (typeof after)[number]) => ({
    kind: it.kind,
    id: it.id,
    name_fa: it.name_fa,
    name_en: it.name_en,
  });
  const facts: WatchingFacts = {
    playing: named(row),
    next: after[0] ? named(after[0]) : null,
    markers: matches,
    progress: kept && { ...kept, points: [...kept.points] },
    now,
  };
  return { media: row.media, facts };
}

/** The episode of a series to go on with; for who never began it, and after its last, the first. */
async function findNextEpisode(
  { db, maxAge }: RequestContext,
  profile: string | null,
  seriesId: number,
): Promise<number | null> {
  const inSeries = and(eq(titles.seriesId, seriesId), ...withinAge(maxAge));
  const rows =
    profile === null
      ? []
      : await db
          .select({
            titleId: progress.titleId,
            at: progress.at,
            seen: progress.seen,
            last: progress.last,
            hiddenAt: sql<number>`0`,
            seriesId: titles.seriesId,
            next: nextEpisodeId(maxAge),
          })
          .from(titles)
          .crossJoin(progress)
          .where(and(inSeries, eq(progress.profile, profile), sql`${progress.titleId} = ${titles.id}`))
          .orderBy(desc(progress.last))
          .limit(LOOKED_AT);
  const [goOn] = toContinue(rows, 1);
  const row = rows.find(({ titleId }) => titleId === goOn?.titleId);
  const chosen = goOn?.next ? row?.next : row?.titleId;
  if (chosen) return chosen;
  const [first] = await db
    .select({ id: titles.id })
    .from(titles)
    .where(and(inSeries, sql`${titles.media} IS NOT NULL`))
    .orderBy(asc(titles.season), asc(titles.number))
    .limit(1);
  // A series without episodes may have a video of its own.
  return first?.id ?? seriesId;
}
