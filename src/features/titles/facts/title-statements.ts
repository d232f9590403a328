import type { Statement } from '../../../platform/db/json-statements.ts';

/** Columns that an episode has from its series, and those that it may have of its own. */
export const INHERITED = ['name_latin', 'age', 'access', 'release', 'iranian', 'art', 'backdrop'];
export const OWN_OR_INHERITED = [
  'minutes',
  'release_date',
  'available_until',
  'available_countries',
  'available_networks',
] as const;

/** The year of an episode: that of its season, else that of its series `s`. */
export function selectYear(season: string): string {
  return `coalesce((SELECT z.year FROM seasons z WHERE z.series_id = s.id AND z.number = ${season}), s.year)`;
}

/** Episodes of changed series follow its days and minutes, except those of their own. Before the series itself is written. */
export function passOnDays(rows: readonly (readonly unknown[])[]): Statement {
  const set = OWN_OR_INHERITED.map(
    (column, index) =>
      `${column} = iif(all_titles.${column} IS s.${column}, j.value ->> ${String(index + 1)}, all_titles.${column})`,
  );
  const sql = `UPDATE all_titles SET ${set.join(', ')} FROM json_each(?) j JOIN all_titles s ON s.id = j.value ->> 0
    WHERE all_titles.series_id = s.id`;
  return { sql, values: rows };
}

/** After the series is written. */
export function passOnFacts(seriesIds: readonly number[]): Statement {
  const set = [...INHERITED, 'updated_at'].map((column) => `${column} = s.${column}`);
  const sql = `UPDATE all_titles SET ${set.join(', ')}, year = ${selectYear('all_titles.season')}
    FROM json_each(?) j JOIN all_titles s ON s.id = j.value WHERE all_titles.series_id = s.id`;
  return { sql, values: seriesIds };
}

export function takeSeasonYear(ids: readonly number[]): Statement {
  const sql = `UPDATE all_titles SET year = ${selectYear('all_titles.season')} FROM json_each(?) j
    JOIN all_titles e ON e.id = j.value JOIN all_titles s ON s.id = e.series_id WHERE all_titles.id = j.value`;
  return { sql, values: ids };
}

/** Rows [genre, title id]; the rest of a row is the title's. */
export function writeGenres(rows: readonly (readonly [genre: string, id: number])[]): Statement {
  const sql = `INSERT INTO title_genres (genre, title_id, kind, views, year, rating)
    SELECT value ->> '$[0]', t.id, t.kind, t.views, t.year, t.rating
    FROM json_each(?) CROSS JOIN all_titles t ON t.id = value ->> '$[1]'`;
  return { sql, values: rows };
}

/**
 * Rows [title, person, job, position, roles]. Who was merged into somebody meanwhile is that person: a row of theirs may
 * be there already.
 */
export function writeCredits(rows: readonly (readonly unknown[])[]): Statement {
  const sql = `INSERT OR IGNORE INTO credits (title_id, person_id, job, position, role_fa, role_en)
    SELECT j.value ->> 0, coalesce(m.person_id, j.value ->> 1), j.value ->> 2, j.value ->> 3, j.value ->> 4, j.value ->> 5
    FROM json_each(?) j LEFT JOIN person_merges m ON m.old_id = j.value ->> 1 AND m.undone_at IS NULL`;
  return { sql, values: rows };
}
