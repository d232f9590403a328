import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { hasWatchedEnough } from '../../comments/server/rate.ts';
import { watching } from '../../playback/server/watching.ts';
import { openProgress } from '../../progress/server/open-progress.ts';
import { getProfile, toAccountProfile } from '../../progress/server/profile.ts';
import { getResumePosition } from '../../progress/progress.ts';
import { readTitleEntitlement } from '../../watch-options/server/title-entitlement.ts';
import type { getTitleViewer as call } from '../contract.ts';

type Answer = Output<typeof call>;
type Watched = Answer['data']['watched'];

const watchedRow = v.object({ id: v.number(), share: v.number() });
const starsRow = v.object({ stars: v.nullable(v.number()), can_rate: v.nullable(v.number()) });

/** `title_not_found` for an unknown title. A guest has a right and the first video, and nothing watched. */
export async function getTitleViewer(
  context: RequestContext,
  { kind, id }: { kind: TitleKind; id: number },
): Promise<Outcome<Answer, ErrorCode>> {
  const [entitlement, video, watched, stars] = await Promise.all([
    readTitleEntitlement(context, kind, id),
    watching(context, kind, id),
    listWatched(context, id),
    readStars(context, id),
  ]);
  if (!entitlement) return fail('title_not_found');
  const progress = video?.facts.progress ?? null;
  const playing = video && {
    id: video.facts.playing?.id ?? id,
    at: (progress && getResumePosition(progress)) ?? 0,
    duration: progress?.duration ?? 0,
  };
  return ok({ data: { state: entitlement.entitlement.state, playing, watched, ...stars } });
}

async function listWatched(context: RequestContext, id: number): Promise<Watched> {
  const profile = getProfile(context);
  if (profile === null) return [];
  const table = await openProgress(context).table(profile);
  const [rows = []] = await batch(context.db, [
    sql`SELECT t.id, CASE WHEN progress.at > 0 THEN progress.at * 1.0 / max(progress.duration, progress.at) ELSE 1 END AS share
      FROM titles own CROSS JOIN ${table} CROSS JOIN titles t
      WHERE own.id = ${id} AND progress.profile = ${profile} AND (progress.at > 0 OR progress.seen > 0)
        AND t.id = progress.title_id AND (t.id = own.id OR t.series_id = coalesce(own.series_id, own.id))`,
  ]);
  return rows.map((row) => v.parse(watchedRow, row));
}

async function readStars(context: RequestContext, id: number): Promise<{ stars: number | null; can_rate: boolean }> {
  const { db, kids, user } = context;
  if (user === null || kids?.on) return { stars: null, can_rate: false };
  const table = await openProgress(context).table(toAccountProfile(user.id));
  const [[row] = []] = await batch(db, [
    sql`SELECT (SELECT stars FROM ratings WHERE title_id = ${id} AND user_id = ${user.id}) AS stars,
      ${hasWatchedEnough(context, table, user.id, id)} AS can_rate`,
  ]);
  const { stars, can_rate } = v.parse(starsRow, row);
  return { stars, can_rate: can_rate === 1 };
}
