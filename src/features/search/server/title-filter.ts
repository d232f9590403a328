import { sql, type SQL } from 'drizzle-orm';
import type { SentenceType } from '../query/sentence-words.ts';
import { matchRarest } from '../../titles/server/facet-walk.ts';

export interface TitleFilter {
  type?: SentenceType | undefined;
  genres: readonly string[];
  from: number | null;
  to: number | null;
  iranian?: boolean | undefined;
  people: readonly number[];
}

/** A condition on an index row, evaluated once per match. */
export function buildFilterCondition(filter: TitleFilter): SQL {
  return sql`EXISTS (SELECT 1 FROM search_docs d WHERE d.id = search_index.rowid AND ${buildConditions(filter)})`;
}

/** Row numbers, most popular first. Few titles are looked up; of many, documents are read in order until enough. */
export function selectFilteredIds(filter: TitleFilter, scope: SQL, limit: number): SQL {
  const few = filter.people.length === 0 ? buildIndexRange(filter) : null;
  if (!few) return sql`${selectIds(filter, scope)} ORDER BY d.id LIMIT ${limit}`;
  const isFew = sql`(SELECT count(*) FROM (SELECT 1 ${few} LIMIT ${FEW + 1})) <= ${FEW}`;
  return sql`SELECT id FROM (
    SELECT * FROM (${selectIds(filter, scope)} ORDER BY d.id LIMIT CASE WHEN ${isFew} THEN ${limit} ELSE 0 END)
    UNION ALL
    SELECT * FROM (SELECT d.id AS id FROM search_docs d WHERE ${buildConditions(filter)}${scope}
      ORDER BY d.id LIMIT CASE WHEN ${isFew} THEN 0 ELSE ${limit} END))`;
}

/** The same in no order, to count. */
export function selectSomeIds(filter: TitleFilter, scope: SQL, limit: number): SQL {
  return sql`${selectIds(filter, scope)} LIMIT ${limit}`;
}

function selectIds(filter: TitleFilter, scope: SQL): SQL {
  const [person] = filter.people;
  const conditions = sql`${buildConditions(filter)}${scope}`;
  if (person !== undefined) {
    return sql`SELECT d.id AS id FROM (SELECT DISTINCT title_id FROM credits WHERE person_id = ${person}) c
      CROSS JOIN search_docs d ON d.type IN ('movie', 'series', 'video') AND d.ref_id = c.title_id
      WHERE ${conditions}`;
  }
  const range = buildIndexRange(filter);
  if (!range) return sql`SELECT d.id AS id FROM search_docs d WHERE ${conditions}`;
  return sql`SELECT d.id AS id FROM (SELECT kind, title_id ${range}) t
    CROSS JOIN search_docs d ON d.type = t.kind AND d.ref_id = t.title_id WHERE ${conditions}`;
}

/** Looking up more titles takes longer than reading documents until some match. */
const FEW = 1500;

/** FROM and WHERE with `kind` and `title_id`; null for most titles. */
function buildIndexRange({ type, genres, from, to }: TitleFilter): SQL | null {
  const conditions = [
    type === undefined ? sql`kind IN ('movie', 'series', 'video')` : sql`kind = ${type}`,
    ...(from === null && to === null ? [] : [sql`year BETWEEN ${from ?? FIRST_YEAR} AND ${to ?? LAST_YEAR}`]),
  ];
  const where = sql.join(conditions, sql` AND `);
  if (genres.length > 0) return sql`FROM title_facets WHERE ${matchRarest(genres)} AND ${where}`;
  if (type === undefined && from === null && to === null) return null;
  return sql`FROM (SELECT kind, year, id AS title_id FROM titles) WHERE ${where}`;
}

const [FIRST_YEAR, LAST_YEAR] = [0, 9999];

function buildConditions({ type, genres, from, to, iranian, people }: TitleFilter): SQL {
  const conditions = [
    // The plus keeps SQLite at the order of the documents.
    type === undefined ? sql`+d.type IN ('movie', 'series', 'video')` : sql`+d.type = ${type}`,
    ...(from === null ? [] : [sql`d.year >= ${from}`]),
    ...(to === null ? [] : [sql`d.year <= ${to}`]),
    ...(iranian === undefined ? [] : [sql`d.iranian = ${Number(iranian)}`]),
    ...genres.map(
      (genre) => sql`EXISTS (SELECT 1 FROM title_genres x WHERE x.title_id = d.ref_id AND x.genre = ${genre})`,
    ),
    ...people.map(
      (person) => sql`EXISTS (SELECT 1 FROM credits x WHERE x.person_id = ${person} AND x.title_id = d.ref_id)`,
    ),
  ];
  return sql.join(conditions, sql` AND `);
}
