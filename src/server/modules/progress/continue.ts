import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { LIST_PREVIEW } from '../../../config/constants.ts';
import type { Continued, getContinue as continueCall, getWatched as watchedCall } from '../../../contract/progress.ts';
import { toContinue } from '../../../domain/continue.ts';
import { fail, ok } from '../../../domain/outcome.ts';
import { progress } from '../../db/progress.ts';
import { titles } from '../../db/schema.ts';
import type { RequestContext } from '../../lib/context.ts';
import type { Service } from '../../lib/serve.ts';
import { withinAge } from '../catalogue/filters.ts';
import { listedColumns } from '../catalogue/listed-columns.ts';
import { nextEpisodeId } from '../catalogue/next-episode.ts';
import { profileOf } from './profile.ts';

/** So far back is looked for what to go on with; of a series each episode is a row. */
const LOOKED_AT = 100;

/** What to go on with, for the rail of the first page. */
export const getContinue: Service<typeof continueCall> = async (context) => {
  const profile = profileOf(context);
  if (profile === null) return fail('unauthenticated');
  const { db, maxAge } = context;
  const rows = await db
    .select({
      titleId: progress.titleId,
      at: progress.at,
      duration: progress.duration,
      seen: progress.seen,
      last: progress.last,
      hiddenAt: progress.hiddenAt,
      seriesId: titles.seriesId,
    })
    .from(progress)
    .crossJoin(titles)
    .where(and(eq(progress.profile, profile), sql`${titles.id} = ${progress.titleId}`, ...withinAge(maxAge)))
    .orderBy(desc(progress.last), desc(progress.titleId))
    .limit(LOOKED_AT);
  const chosen = toContinue(rows, LIST_PREVIEW);
  const followed = await nextOf(
    context,
    chosen.filter(({ next }) => next).map(({ titleId }) => titleId),
  );
  const cards = await cardsOf(
    context,
    chosen.map(({ titleId, next }) => (next ? followed.get(titleId) : titleId)),
  );
  const data = chosen.flatMap(({ titleId, next }): Continued[] => {
    const card = cards.get((next ? followed.get(titleId) : titleId) ?? 0);
    const row = rows.find((it) => it.titleId === titleId);
    if (!card || !row) return [];
    return [{ ...card, at: next ? 0 : row.at, duration: next ? 0 : row.duration, of: titleId }];
  });
  return ok({ data });
};

/** What was seen to its end, for the rail of the first page; the list itself has all. */
export const getWatched: Service<typeof watchedCall> = async (context) => {
  const profile = profileOf(context);
  if (profile === null) return fail('unauthenticated');
  const data = await context.db
    .select(listedColumns)
    .from(progress)
    .crossJoin(titles)
    .where(
      and(
        eq(progress.profile, profile),
        gt(progress.seen, 0),
        sql`${titles.id} = ${progress.titleId}`,
        ...withinAge(context.maxAge),
      ),
    )
    .orderBy(desc(progress.seen), desc(progress.titleId))
    .limit(LIST_PREVIEW);
  return ok({ data });
};

async function nextOf({ db, maxAge }: RequestContext, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: titles.id, next: nextEpisodeId(maxAge) })
    .from(titles)
    .where(isOneOf(ids));
  return new Map(rows.flatMap(({ id, next }) => (next === null ? [] : [[id, next] as const])));
}

async function cardsOf({ db, maxAge }: RequestContext, wanted: readonly (number | undefined)[]) {
  const ids = wanted.filter((id) => id !== undefined);
  if (ids.length === 0) return new Map<number, never>();
  const rows = await db
    .select(listedColumns)
    .from(titles)
    .where(and(isOneOf(ids), ...withinAge(maxAge)));
  return new Map(rows.map((row) => [row.id, row]));
}

function isOneOf(ids: readonly number[]) {
  return sql`${titles.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
}
