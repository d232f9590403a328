import { and, desc, sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../../platform/db/client.ts';
import { titles } from './schema.ts';
import { selectCard } from './card-columns.ts';
import { buildAgeConditions } from './filters.ts';

const RELATED = 12;
/** Only this many of the most watched per genre and kind are read, so the cost does not grow with the catalogue. */
const NEAREST = 48;

/** The works of its director count as if they shared two genres. */
const DIRECTOR_WEIGHT = 2;

const sharedPerson = v.nullable(
  v.pipe(
    v.string(),
    v.parseJson(),
    v.object({ job: v.picklist(['director', 'actor']), name_fa: v.string(), name_en: v.string() }),
  ),
);
const readShared = (json: string | null) => v.parse(sharedPerson, json);

/** An editor's choice first, then same kind, then shared genres and director, then views. The CROSS JOINs fix the loops: one index range per pair. */
export function queryRelated(db: Database, owner: SQL, { maxAge, now }: { maxAge: number | undefined; now: number }) {
  const near = sql`(
    SELECT title_id, sum(weight) AS shared, min(place) AS place FROM (
    SELECT near.title_id AS title_id, 1 AS weight, NULL AS place
    FROM title_genres own
    CROSS JOIN json_each('["movie","series","video"]') kinds
    CROSS JOIN title_genres near
      ON near.genre = own.genre AND near.kind = kinds.value
        AND (near.views, near.title_id) >= (coalesce(${selectLastColumn(sql`views`)}, 0), coalesce(${selectLastColumn(sql`title_id`)}, 0))
    WHERE own.title_id = ${owner} AND near.title_id <> own.title_id
    UNION ALL SELECT * FROM (
      SELECT theirs.title_id, ${DIRECTOR_WEIGHT}, NULL FROM credits mine
      CROSS JOIN credits theirs ON theirs.person_id = mine.person_id AND theirs.job = 'director' AND theirs.title_id <> mine.title_id
      WHERE mine.title_id = ${owner} AND mine.job = 'director' LIMIT ${NEAREST})
    UNION ALL SELECT related_id, 0, position FROM title_related WHERE title_id = ${owner})
    GROUP BY title_id
  ) near`;
  const shared = sql`(
    SELECT json_object('job', mine.job, 'name_fa', p.name_fa, 'name_en', p.name_en)
    FROM credits mine
    CROSS JOIN credits theirs ON theirs.title_id = titles.id AND theirs.job = mine.job AND theirs.person_id = mine.person_id
    CROSS JOIN people p ON p.id = mine.person_id
    WHERE mine.title_id = ${owner} AND mine.job IN ('director', 'actor')
    ORDER BY mine.job DESC, mine.position LIMIT 1)`
    .mapWith(readShared)
    .as('shared');
  return db
    .select({ ...selectCard(now), shared })
    .from(near)
    .crossJoin(titles)
    .where(and(sql`${titles.id} = near.title_id`, ...buildAgeConditions(maxAge)))
    .orderBy(
      sql`near.place IS NULL`,
      sql`near.place`,
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
