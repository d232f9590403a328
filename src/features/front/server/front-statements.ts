const NEWEST = 'c.rev = (SELECT max(rev) FROM front_changes WHERE part = c.part)';

/**
 * Statements that make the rows of the front as the newest change of each part has them, in this order. `match`: which
 * changes `c`. Written twice they change nothing more.
 */
export function buildFrontStatements(match: string): string[] {
  const from = (part: string) => `FROM front_changes c WHERE ${part} AND ${NEWEST} AND ${match}`;
  const fromEach = (path: string, part: string) =>
    `FROM front_changes c, json_each(c.after, '${path}') j WHERE ${part} AND ${NEWEST} AND ${match}`;
  const list = "c.part LIKE 'list:%'";
  const chosen = `${list} AND json_type(c.after, '$.titles') = 'array'`;
  return [
    `DELETE FROM sliders WHERE EXISTS (SELECT 1 ${from("c.part = 'hero'")})`,
    `INSERT INTO sliders (position, title_id, line_fa, line_en, starts_at, ends_at)
      SELECT j.key, j.value ->> 'title_id', j.value ->> 'line_fa', j.value ->> 'line_en', j.value ->> 'starts_at',
        j.value ->> 'ends_at' ${fromEach('$.slides', "c.part = 'hero'")}`,
    `INSERT INTO lists (key, name_fa, name_en, line_fa, line_en, layout, starts_at, ends_at, is_home, position)
      SELECT substr(c.part, 6), c.after ->> 'name_fa', c.after ->> 'name_en', c.after ->> 'line_fa',
        c.after ->> 'line_en', c.after ->> 'layout', c.after ->> 'starts_at', c.after ->> 'ends_at', 0,
        coalesce((SELECT max(position) + 1 FROM lists), 0) ${from(list)}
      ON CONFLICT (key) DO UPDATE SET name_fa = excluded.name_fa, name_en = excluded.name_en,
        line_fa = excluded.line_fa, line_en = excluded.line_en, layout = excluded.layout,
        starts_at = excluded.starts_at, ends_at = excluded.ends_at`,
    `DELETE FROM list_titles WHERE list IN (SELECT substr(c.part, 6) ${from(chosen)})`,
    `INSERT INTO list_titles (list, position, title_id)
      SELECT substr(c.part, 6), j.key + 1, j.value ${fromEach('$.titles', chosen)}`,
    `UPDATE lists SET position = o.position, is_home = o.is_home FROM (
      SELECT j.value ->> 'key' AS key, j.key AS position, j.value ->> 'is_home' AS is_home
      ${fromEach('$.lists', "c.part = 'lists'")}) o WHERE lists.key = o.key`,
    // Of a seed's channel, or magazine, with the same address the desk's is the one.
    `INSERT OR REPLACE INTO channels (id, slug, name_fa, name_en, synopsis_fa, synopsis_en, art, stream_url, access, state)
      SELECT CAST(substr(c.part, 9) AS INTEGER), c.after ->> 'slug', c.after ->> 'name_fa', c.after ->> 'name_en',
        c.after ->> 'synopsis_fa', c.after ->> 'synopsis_en', c.after ->> 'art', c.after ->> 'stream_url',
        c.after ->> 'access', c.after ->> 'state' ${from("c.part LIKE 'channel:%'")}`,
    `DELETE FROM programmes WHERE channel_id IN (
      SELECT CAST(substr(c.part, 6) AS INTEGER) ${from("c.part LIKE 'week:%'")})`,
    `INSERT INTO programmes (channel_id, day, start, minutes, name_fa, name_en, title_id, media, picture)
      SELECT CAST(substr(c.part, 6) AS INTEGER), j.value ->> 'day', j.value ->> 'start', j.value ->> 'minutes',
        j.value ->> 'name_fa', j.value ->> 'name_en', j.value ->> 'title_id', j.value ->> 'media',
        j.value ->> 'picture' ${fromEach('$.programmes', "c.part LIKE 'week:%'")}`,
    `INSERT INTO screenings (id, title_id, starts_at, ends_at, hours, toman, hidden, capacity)
      SELECT CAST(substr(c.part, 11) AS INTEGER), c.after ->> 'title_id', c.after ->> 'starts_at',
        c.after ->> 'ends_at', c.after ->> 'hours', c.after ->> 'toman', c.after ->> 'hidden', c.after ->> 'capacity'
        ${from("c.part LIKE 'screening:%'")}
      ON CONFLICT (id) DO UPDATE SET title_id = excluded.title_id, starts_at = excluded.starts_at,
        ends_at = excluded.ends_at, hours = excluded.hours, toman = excluded.toman, hidden = excluded.hidden,
        capacity = excluded.capacity`,
    `INSERT OR REPLACE INTO magazines (id, slug, kind, title, title_en, synopsis_fa, synopsis_en, art, state)
      SELECT CAST(substr(c.part, 10) AS INTEGER), c.after ->> 'slug', c.after ->> 'kind', c.after ->> 'title',
        c.after ->> 'title_en', c.after ->> 'synopsis_fa', c.after ->> 'synopsis_en', c.after ->> 'art',
        c.after ->> 'state' ${from("c.part LIKE 'magazine:%'")}`,
    `INSERT OR REPLACE INTO issues (magazine_id, number, date, name_fa, name_en, art, state, starts_at)
      SELECT c.after ->> 'magazine_id', c.after ->> 'number', c.after ->> 'date', c.after ->> 'name_fa',
        c.after ->> 'name_en', c.after ->> 'art', c.after ->> 'state', c.after ->> 'starts_at'
        ${from("c.part LIKE 'issue:%'")}`,
  ];
}
