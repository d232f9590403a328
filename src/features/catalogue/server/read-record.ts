import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { getDeskTitle as getCall, type DeskTitle } from '../contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { genreFinder } from '../../titles/facts/genres.ts';
import { selectRelease } from '../../titles/server/release.ts';
import { TITLE_FIELDS, type TitleField } from '../title-fields.ts';

const CHANGES_SHOWN = 100;

const bit = v.pipe(
  v.number(),
  v.transform((value) => value === 1),
);
const { changes, genres, values, hidden_by: _decided, ...entries } = getCall.output.entries.data.entries;
const titleRow = v.object({
  ...entries,
  ...{ iranian: bit, has_art: bit, has_file: bit },
  /** As in migration 0050: 1 for itself, 2 for its series. */
  hidden: v.number(),
  /** The change by which the desk hides it. */
  hide_id: v.nullable(v.number()),
  ...{ views: v.number(), art: v.nullable(v.string()) },
  ...{ release_date: v.nullable(v.string()), available_until: v.nullable(v.string()) },
  values: v.pipe(v.string(), v.parseJson(), values),
});
const changeRows = v.array(v.object({ ...changes.item.entries, may_undo: bit }));

const selectList = (table: string, column: string, order: string) =>
  sql.raw(`coalesce((SELECT group_concat(${column}, ',') FROM (
    SELECT ${column} FROM ${table} WHERE title_id = t.id ORDER BY ${order})), '')`);
const LISTS: Partial<Record<TitleField, SQL>> = {
  genres: selectList('title_genres', 'genre', 'genre'),
  countries: selectList('title_countries', 'country', 'position'),
  languages: selectList('title_languages', 'language', 'position'),
};
/** A field of `all_titles t` as a text. */
const selectValue = (field: TitleField) => LISTS[field] ?? sql.raw(`CAST(t.${field} AS TEXT)`);
const selectValues = sql`json_object(${sql.join(
  TITLE_FIELDS.map((field) => sql`${sql.raw(`'${field}'`)}, ${selectValue(field)}`),
  sql`, `,
)})`;

export const hasFile = sql`(t.media IS NOT NULL OR t.kind = 'series' AND EXISTS (
  SELECT 1 FROM all_titles e WHERE e.series_id = t.id AND e.media IS NOT NULL))`;
export const selectState = (now: number) => sql`iif(t.hidden <> 0, 'hidden', ${selectRelease(now, 't')})`;
export const baseColumns = (now: number) => sql`t.id, t.kind, t.year, t.iranian, t.updated_at,
  (SELECT s.name_fa FROM all_titles s WHERE s.id = t.series_id) AS series_fa,
  (SELECT s.name_en FROM all_titles s WHERE s.id = t.series_id) AS series_en,
  ${selectState(now)} AS state, t.art IS NOT NULL AS has_art, ${hasFile} AS has_file`;

/** A title as the desk edits it. Null where there is none. */
export async function readRecord(db: Database, id: number, now: number) {
  const [[row] = [], newest = [], genreRows = []] = await batch(db, [
    sql`SELECT ${baseColumns(now)}, t.rev, t.hidden, t.views, t.art, t.release_date, t.available_until,
      (SELECT id FROM title_changes h WHERE title_id = t.id AND field = 'hidden' AND after = '1'
        AND NOT EXISTS (SELECT 1 FROM title_changes u WHERE u.undoes = h.id)) AS hide_id,
      ${selectValues} AS "values" FROM all_titles t WHERE t.id = ${id}`,
    sql`SELECT id, rev, field, before, after, operator, reason, created_at, undoes, undoes IS NULL AND field <> 'hidden'
        AND NOT EXISTS (SELECT 1 FROM title_changes u WHERE u.undoes = c.id) AS may_undo
      FROM title_changes c WHERE title_id = ${id} ORDER BY id DESC LIMIT ${CHANGES_SHOWN}`,
    sql`SELECT key, label_fa, label_en FROM genres ORDER BY position`,
  ]);
  if (row === undefined) return null;
  const title = v.parse(titleRow, row);
  const labels = v.parse(genres, genreRows);
  const list = v.parse(changeRows, newest).map((change) => ({
    ...change,
    may_undo: change.may_undo && change.field !== 'hidden' && title.values[change.field] === change.after,
  }));
  const isOwn = (title.hidden & 1) === 1;
  const hiddenBy = isOwn ? (title.hide_id === null ? 'file' : 'desk') : title.hidden === 0 ? null : 'series';
  return { ...title, hidden_by: hiddenBy, changes: list, genres: labels, findGenre: genreFinder(labels) };
}
export type TitleRecord = NonNullable<Awaited<ReturnType<typeof readRecord>>>;

/** The answer to the desk. */
export function toDeskTitle(record: TitleRecord): DeskTitle {
  return v.parse(getCall.output.entries.data, record);
}
