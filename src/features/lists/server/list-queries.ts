import { and, count, desc, eq, gt, sql, type SQL } from 'drizzle-orm';
import { OWN_LISTS, type MyList, type OwnList } from '../my-lists.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { userLists } from './schema.ts';
import { titles } from '../../titles/server/schema.ts';
import { progress } from '../../progress/server/schema.ts';
import { selectListed } from '../../titles/server/listed-columns.ts';
import { openProgress } from '../../progress/server/open-progress.ts';
import { toAccountProfile } from '../../progress/server/profile.ts';

type ProgressContext = Pick<RequestContext, 'db' | 'env'>;

/** A page of cards and the total: two statements for a batch. */
export async function buildListQueries(
  context: ProgressContext,
  {
    userId,
    list,
    now,
    limit,
    offset = 0,
  }: { userId: number; list: MyList; now: number; limit: number; offset?: number },
) {
  const { db } = context;
  if (list === 'bought') return queryBought(db, userId, now, limit, offset);
  if (list === 'later') return queryWatchLater(db, userId, now, limit, offset);
  const table = await openProgress(context).table(toAccountProfile(userId));
  return queryWatched(db, table, { userId, list, now }, limit, offset);
}

function queryWatchLater(db: Database, userId: number, now: number, limit: number, offset: number) {
  const mine = and(eq(userLists.userId, userId), eq(userLists.list, 'later'), sql`${titles.id} = ${userLists.titleId}`);
  return [
    db
      .select(selectListed(now))
      .from(userLists)
      .crossJoin(titles)
      .where(mine)
      .orderBy(desc(userLists.addedAt), desc(userLists.titleId))
      .limit(limit)
      .offset(offset),
    // Titles that left the catalogue are not counted.
    db.select({ total: count() }).from(userLists).crossJoin(titles).where(mine),
  ] as const;
}

/** Both lists come from the player's progress. */
function queryWatched(
  db: Database,
  table: SQL,
  { userId, list, now }: { userId: number; list: 'watching' | 'watched'; now: number },
  limit: number,
  offset: number,
) {
  const profile = eq(progress.profile, toAccountProfile(userId));
  const mine = and(profile, isOn[list], sql`${titles.id} = ${progress.titleId}`);
  return [
    db
      .select({
        ...selectListed(now),
        progress:
          sql<number>`CASE WHEN ${progress.duration} > 0 THEN 1.0 * ${progress.at} / ${progress.duration} ELSE 0 END`.as(
            'progress',
          ),
      })
      .from(table)
      .crossJoin(titles)
      .where(mine)
      .orderBy(desc(list === 'watching' ? progress.last : progress.seen), desc(progress.titleId))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(table).crossJoin(titles).where(mine),
  ] as const;
}

const isOn = {
  watching: and(gt(progress.at, 0), sql`${progress.last} > ${progress.hiddenAt}`),
  watched: gt(progress.seen, 0),
};

/** Titles, unexpired tickets and downloads, each title once. */
function queryBought(db: Database, userId: number, now: number, limit: number, offset: number) {
  const owned = sql`(SELECT o.title_id, max(o.bought_at) AS bought_at FROM purchases o
    WHERE o.user_id = ${userId} AND (o.ends_at IS NULL OR o.ends_at > ${now}) GROUP BY o.title_id) AS own`;
  return [
    db
      .select(selectListed(now))
      .from(owned)
      .crossJoin(titles)
      .where(sql`${titles.id} = own.title_id`)
      .orderBy(sql`own.bought_at DESC, own.title_id DESC`)
      .limit(limit)
      .offset(offset),
    db
      .select({ total: count() })
      .from(owned)
      .crossJoin(titles)
      .where(sql`${titles.id} = own.title_id`),
  ] as const;
}

export async function findListsWithTitle(
  context: ProgressContext,
  userId: number,
  titleId: number,
): Promise<OwnList[]> {
  const { db } = context;
  const table = await openProgress(context).table(toAccountProfile(userId));
  const of = (holds: SQL | undefined) =>
    and(eq(progress.profile, toAccountProfile(userId)), eq(progress.titleId, titleId), holds);
  const none = sql<number>`1`;
  const [inLater, inWatching, inWatched] = await db.batch([
    db
      .select({ none })
      .from(userLists)
      .where(and(eq(userLists.userId, userId), eq(userLists.list, 'later'), eq(userLists.titleId, titleId))),
    db.select({ none }).from(table).where(of(isOn.watching)),
    db.select({ none }).from(table).where(of(isOn.watched)),
  ]);
  const holding = { later: inLater, watching: inWatching, watched: inWatched };
  return OWN_LISTS.filter((list) => holding[list].length > 0);
}
