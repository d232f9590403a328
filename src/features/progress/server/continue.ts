import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { LIST_PREVIEW } from '../../../platform/config/constants.ts';
import type {
  Continued,
  getContinue as continueCall,
  getWatched as watchedCall,
  listPlayable as playableCall,
} from '../contract.ts';
import { chooseContinue } from '../continue.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { openProgress } from './open-progress.ts';
import { progress } from './schema.ts';
import { titles } from '../../titles/server/schema.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { buildAgeConditions } from '../../titles/server/filters.ts';
import { selectListed } from '../../titles/server/listed-columns.ts';
import { selectNextEpisodeId } from '../../titles/server/next-episode.ts';
import { getProfile } from './profile.ts';
import { isAmongIds, readNewestRows, selectPlayable } from './viewer-rows.ts';

export const getContinue: Service<typeof continueCall> = async (context) => {
  const profile = getProfile(context);
  if (profile === null) return fail('unauthenticated');
  const rows = await readNewestRows(context, profile);
  const chosen = chooseContinue(rows, LIST_PREVIEW);
  const nextEpisodes = await findNextEpisodes(
    context,
    chosen.filter(({ next }) => next).map(({ titleId }) => titleId),
  );
  const cards = await readCards(
    context,
    chosen.map(({ titleId, next }) => (next ? nextEpisodes.get(titleId) : titleId)),
  );
  const data = chosen.flatMap(({ titleId, next }): Continued[] => {
    const card = cards.get((next ? nextEpisodes.get(titleId) : titleId) ?? 0);
    const row = rows.find((candidate) => candidate.titleId === titleId);
    if (!card || !row) return [];
    return [{ ...card, at: next ? 0 : row.at, duration: next ? 0 : row.duration, of: titleId }];
  });
  return ok({ data });
};

export const listPlayable: Service<typeof playableCall> = async (context, { ids }) => {
  const cards = await readCards(context, ids.split(',').map(Number));
  return ok({ data: [...cards.values()] });
};

export const getWatched: Service<typeof watchedCall> = async (context) => {
  const profile = getProfile(context);
  if (profile === null) return fail('unauthenticated');
  const data = await context.db
    .select(selectListed(context.now))
    .from(await openProgress(context).table(profile))
    .crossJoin(titles)
    .where(
      and(
        eq(progress.profile, profile),
        gt(progress.seen, 0),
        sql`${titles.id} = ${progress.titleId}`,
        ...buildAgeConditions(context.maxAge),
      ),
    )
    .orderBy(desc(progress.seen), desc(progress.titleId))
    .limit(LIST_PREVIEW);
  return ok({ data });
};

async function findNextEpisodes(
  { db, maxAge, now }: RequestContext,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: titles.id, next: selectNextEpisodeId(now, maxAge) })
    .from(titles)
    .where(isAmongIds(ids));
  return new Map(rows.flatMap(({ id, next }) => (next === null ? [] : [[id, next] as const])));
}

async function readCards({ db, maxAge, now }: RequestContext, wanted: readonly (number | undefined)[]) {
  const ids = wanted.filter((id) => id !== undefined);
  if (ids.length === 0) return new Map<number, never>();
  const rows = await db
    .select(selectPlayable(now))
    .from(titles)
    .where(and(isAmongIds(ids), ...buildAgeConditions(maxAge)));
  return new Map(rows.map((row) => [row.id, row]));
}
