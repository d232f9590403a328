import { sql, type SQL } from 'drizzle-orm';
import type { SentenceType } from '../query/sentence-words.ts';

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

/** FROM and WHERE with `d.id`, by the shortest index: a person's works, a genre's years, else all by views. */
export function selectFilteredDocs(filter: TitleFilter): SQL {
  const conditions = buildConditions(filter);
  const [person] = filter.people;
  const [genre] = filter.genres;
  if (person !== undefined) {
    return sql`FROM (SELECT DISTINCT title_id FROM credits WHERE person_id = ${person}) c
      CROSS JOIN search_docs d ON d.type IN ('movie', 'series', 'video') AND d.ref_id = c.title_id
      WHERE ${conditions}`;
  }
  if (genre !== undefined && (filter.from !== null || filter.to !== null)) {
    return sql`FROM title_genres g CROSS JOIN search_docs d ON d.type = g.kind AND d.ref_id = g.title_id
      WHERE g.genre = ${genre} AND g.year BETWEEN ${filter.from ?? FIRST_YEAR} AND ${filter.to ?? LAST_YEAR}
        AND ${conditions}`;
  }
  return sql`FROM search_docs d WHERE ${conditions}`;
}

const [FIRST_YEAR, LAST_YEAR] = [0, 9999];

function buildConditions({ type, genres, from, to, iranian, people }: TitleFilter): SQL {
  const conditions = [
    type === undefined ? sql`d.type IN ('movie', 'series', 'video')` : sql`d.type = ${type}`,
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
