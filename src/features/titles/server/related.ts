import { and, desc, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/client.ts';
import { titles } from './schema.ts';
import { cardColumns } from './card-columns.ts';
import { withinAge } from './filters.ts';

/** Titles under "more like this". */
const RELATED = 12;
/** Of each genre and kind, only this many of the most watched are looked at, however large the catalogue grows: exactly
 * so many, since thousands may be watched as often as the last of them. */
const NEAREST = 48;

/**
 * The titles that share genres with `owner` (an SQL expression of its id): of the same kind first, then by how many
 * genres they share, then by views. The CROSS JOINs fix the order of the loops: own genres, kinds, then one range
 * of the index for each pair. `maxAge` is the viewer's ceiling in years.
 */
export function relatedTo(db: Database, owner: SQL, maxAge?: number) {
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
    .select(cardColumns)
    .from(near)
    .crossJoin(titles)
    .where(and(sql`${titles.id} = near.title_id`, ...withinAge(maxAge)))
    .orderBy(
      sql`${titles.kind} = (SELECT kind FROM titles WHERE id = ${owner}) DESC`,
      sql`near.shared DESC`,
      desc(titles.views),
    )
    .limit(RELATED);
}

/** A column of the last that is looked at; null where there are fewer. */
function selectLastColumn(column: SQL): SQL {
  return sql`(
    SELECT last.${column} FROM title_genres last
    WHERE last.genre = own.genre AND last.kind = kinds.value
    ORDER BY last.views DESC, last.title_id DESC LIMIT 1 OFFSET ${NEAREST - 1})`;
}
