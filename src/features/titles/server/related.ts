import { and, desc, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/client.ts';
import { titles } from './schema.ts';
import { selectCard } from './card-columns.ts';
import { buildAgeConditions } from './filters.ts';

const RELATED = 12;
/** Only this many of the most watched per genre and kind are read, so the cost does not grow with the catalogue. */
const NEAREST = 48;

/** Same kind first, then shared genres, then views. The CROSS JOINs fix the loops: one index range per pair. */
export function queryRelated(db: Database, owner: SQL, { maxAge, now }: { maxAge: number | undefined; now: number }) {
  const near = sql`(
    SELECT near.title_id AS title_id, count(*) AS shared
    FROM title_genres own
    CROSS JOIN json_each('["movie","series","video"]') kinds
    CROSS JOIN title_genres near
      ON near.genre = own.genre AND near.kind = kinds.value
        AND (near.views, near.title_id) >= (coalesce(${selectLastColumn(sql`views`)}, 0), coalesce(${selectLastColumn(sql`title_id`)}, 0))
    WHERE own.title_id = ${owner} AND near.title_id <> own.title_id
    GROUP BY near.title_id
  ) near`;
  return db
    .select(selectCard(now))
    .from(near)
    .crossJoin(titles)
    .where(and(sql`${titles.id} = near.title_id`, ...buildAgeConditions(maxAge)))
    .orderBy(
      sql`${titles.kind} = (SELECT kind FROM titles WHERE id = ${owner}) DESC`,
      sql`near.shared DESC`,
      desc(titles.views),
    )
    .limit(RELATED);
}

function selectLastColumn(column: SQL): SQL {
  return sql`(
    SELECT last.${column} FROM title_genres last
    WHERE last.genre = own.genre AND last.kind = kinds.value
    ORDER BY last.views DESC, last.title_id DESC LIMIT 1 OFFSET ${NEAREST - 1})`;
}
