import { sql, type SQL } from 'drizzle-orm';

/**
 * A select's source: the rows of the desk for a title (`title_timelines`), else those of its film's file. D1 binds 100
 * values, so `id`, which may be a long expression, is there once.
 */
function selectTimeline(table: 'markers' | 'chapters', id: SQL | number, columns: readonly string[]): SQL {
  const list = sql.raw(table);
  return sql`(WITH film AS (SELECT f.media, w.${list} AS own FROM titles f
      LEFT JOIN title_timelines w ON w.title_id = f.id WHERE f.id = ${id})
    SELECT ${sql.raw(columns.map((column, at) => `j.value ->> ${String(at)} AS ${column}`).join(', '))}
    FROM film, json_each(film.own) j
    UNION ALL SELECT ${sql.raw(columns.map((column) => `c.${column}`).join(', '))}
    FROM film CROSS JOIN ${list} c ON c.media = film.media WHERE film.own IS NULL)`;
}

export const selectMarkers = (id: SQL | number) => selectTimeline('markers', id, ['kind', 'starts', 'ends']);
export const selectChapters = (id: SQL | number) =>
  selectTimeline('chapters', id, ['starts', 'ends', 'name_fa', 'name_en']);
