import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { MyList, OwnList } from '../../../domain/my-lists.ts';
import type { Database } from '../../db/client.ts';
import { userLists } from '../../db/account.ts';
import { titles } from '../../db/schema.ts';
import { cardColumns } from '../catalogue/card-columns.ts';

/** A page of a list of cards, and how many it has in all: two statements for a batch. */
export function listQueries(
  db: Database,
  {
    userId,
    list,
    now,
    limit,
    offset = 0,
  }: { userId: number; list: MyList; now: number; limit: number; offset?: number },
) {
  return list === 'bought' ? bought(db, userId, now, limit, offset) : own(db, userId, list, limit, offset);
}

function own(db: Database, userId: number, list: OwnList, limit: number, offset: number) {
  const mine = and(eq(userLists.userId, userId), eq(userLists.list, list));
  return [
    db
      .select(listedColumns)
      .from(userLists)
      .crossJoin(titles)
      .where(and(mine, sql`${titles.id} = ${userLists.titleId}`))
      .orderBy(desc(userLists.addedAt), desc(userLists.titleId))
      .limit(limit)
      .offset(offset),
    // A title that left the catalogue is not counted either.
    db
      .select({ total: count() })
      .from(userLists)
      .crossJoin(titles)
      .where(and(mine, sql`${titles.id} = ${userLists.titleId}`)),
  ] as const;
}

/** What the user owns now: titles, tickets whose period has not ended, and downloads, each title once. */
function bought(db: Database, userId: number, now: number, limit: number, offset: number) {
  const owned = sql`(SELECT o.title_id, max(o.bought_at) AS bought_at FROM purchases o
    WHERE o.user_id = ${userId} AND (o.ends_at IS NULL OR o.ends_at > ${now}) GROUP BY o.title_id) AS own`;
  return [
    db
      .select(listedColumns)
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

/** The lists of one's own that hold a title. */
export function listsOf(db: Database, userId: number, titleId: number) {
  return db
    .select({ list: userLists.list })
    .from(userLists)
    .where(
      and(
        eq(userLists.userId, userId),
        inArray(userLists.list, ['later', 'watching', 'watched']),
        eq(userLists.titleId, titleId),
      ),
    );
}

const ofSeries = (column: 'name_fa' | 'name_en' | 'art') =>
  sql`(SELECT s.${sql.raw(column)} FROM titles s WHERE s.id = titles.series_id)`;

/** «قسمت ۳» alone says nothing in a list: an episode's card names its series first, and has its art. */
const listedColumns = {
  ...cardColumns,
  name_fa: sql<string>`coalesce(${ofSeries('name_fa')} || '، ', '') || titles.name_fa`.as('name_fa'),
  name_en: sql<string>`coalesce(${ofSeries('name_en')} || ', ', '') || titles.name_en`.as('name_en'),
  art: sql<string | null>`coalesce(titles.art, ${ofSeries('art')})`.as('art'),
};
