import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { getTitleArt } from '../art-contract.ts';
import { getDeskTitle as getCall, type DeskTitle } from '../contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { genreFinder } from '../../titles/facts/genres.ts';
import { selectRelease } from '../../titles/server/release.ts';
import { selectSocialPicture } from '../../titles/server/social-picture.ts';
import { isArtField, PICTURE_FIELDS, type ArtField, type ArtValues } from '../art-fields.ts';
import { CREDITS_SQL } from '../credits.ts';
import { SEASONS_SQL } from '../seasons.ts';
import { titlePrice } from '../price.ts';
import { LISTED_FIELDS, TIMELINE_FIELDS, TITLE_FIELDS, type TitleField, type TitleValues } from '../title-fields.ts';

const CHANGES_SHOWN = 100;

const bit = v.pipe(
  v.number(),
  v.transform((value) => value === 1),
);
const { values: pictureValues } = getTitleArt.output.entries.data.entries;
const {
  changes,
  genres,
  people: persons,
  related: relatedTitles,
  values,
  publication,
  price_plans: pricePlans,
  hidden_by: _decided,
  ...entries
} = getCall.output.entries.data.entries;
const titleRow = v.object({
  ...entries,
  ...{ iranian: bit, has_art: bit, has_file: bit },
  /** As in migration 0050: 1 for itself, 2 for its series. */
  hidden: v.number(),
  /** The change by which the desk hides it. */
  hide_id: v.nullable(v.number()),
  ...{ media: v.nullable(v.string()), release_date: v.nullable(v.string()), available_until: v.nullable(v.string()) },
  ...{ views: v.number(), art: v.nullable(v.string()) },
  /** The `rev` at which an import, an ingest or its series changed a field last; see migration 0096. */
  field_revs: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.number())),
  publication: v.nullable(
    v.pipe(v.string(), v.parseJson(), v.object({ ...publication.wrapped.entries, needs_file: bit })),
  ),
  values: v.pipe(v.string(), v.parseJson(), values),
  pictures: v.pipe(v.string(), v.parseJson(), pictureValues),
  price: v.nullable(v.pipe(v.string(), v.parseJson(), titlePrice)),
  price_plans: v.pipe(v.string(), v.parseJson(), pricePlans),
  has_episode_price: bit,
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
/** D1 takes at most 32 arguments of a function. */
const MAX_PAIRS = 15;
const PLAIN_FIELDS = TITLE_FIELDS.filter((field) => !LISTED_FIELDS.includes(field));
const selectPlain = Array.from(
  { length: Math.ceil(PLAIN_FIELDS.length / MAX_PAIRS) },
  (_, at) => at * MAX_PAIRS,
).reduce(
  (object, from) => {
    const pairs = PLAIN_FIELDS.slice(from, from + MAX_PAIRS).map(
      (field) => sql`${sql.raw(`'$.${field}'`)}, ${selectValue(field)}`,
    );
    return sql`json_set(${object}, ${sql.join(pairs, sql`, `)})`;
  },
  sql`'{}'`,
);
const selectValues = sql`json_set(${selectPlain}, '$.credits', ${sql.raw(CREDITS_SQL)} || '', '$.seasons', ${sql.raw(SEASONS_SQL)} || '',
  '$.related', ${selectList('title_related', 'related_id', 'position')}, ${sql.raw(
    TIMELINE_FIELDS.map(
      (field) => `'$.${field}', (SELECT ${field} FROM title_timelines w WHERE w.title_id = t.id)`,
    ).join(', '),
  )})`;

const selectPictures = sql`json_set(${sql.raw(`json_object(${PICTURE_FIELDS.map((field) => `'${field}', t.${field}`).join(', ')},
  'focus', t.focus_x || ',' || t.focus_y, 'trailer', t.trailer,
  'stills', (SELECT group_concat(picture, ',') FROM (
    SELECT picture FROM title_stills WHERE title_id = t.id ORDER BY position)))`)},
  '$.social', ${selectSocialPicture(sql`t.id`, sql`coalesce(t.backdrop, t.art)`)})`;

export const hasFile = sql`(t.media IS NOT NULL OR t.kind = 'series' AND EXISTS (
  SELECT 1 FROM all_titles e WHERE e.series_id = t.id AND e.media IS NOT NULL))`;
/** The change of `all_titles t` by which the desk hides it. */
const selectHide = (
  column: 'id' | 'before',
) => sql`(SELECT ${sql.raw(column)} FROM title_changes h WHERE h.title_id = t.id
  AND h.field = 'hidden' AND h.after = '1' AND NOT EXISTS (SELECT 1 FROM title_changes u WHERE u.undoes = h.id))`;
/** A publication `p` that waits. */
export const isOpen = sql`(p.withdrawn_at IS NULL AND p.published_at IS NULL)`;
export const selectState = (now: number) => sql`CASE WHEN t.hidden = 0 THEN ${selectRelease(now, 't')}
  WHEN EXISTS (SELECT 1 FROM title_publications p WHERE p.title_id = t.id AND ${isOpen}) THEN 'scheduled'
  WHEN t.hidden & 1 AND ${selectHide('id')} IS NOT NULL AND ${selectHide('before')} IS NULL THEN 'draft' ELSE 'hidden' END`;
export const baseColumns = (now: number) => sql`t.id, t.kind, t.year, t.iranian, t.updated_at,
  (SELECT s.name_fa FROM all_titles s WHERE s.id = t.series_id) AS series_fa,
  (SELECT s.name_en FROM all_titles s WHERE s.id = t.series_id) AS series_en,
  ${selectState(now)} AS state, t.art IS NOT NULL AS has_art, ${hasFile} AS has_file`;

/** The present value of a field that the desk changes. */
export function getValue(
  { values, pictures }: { values: TitleValues; pictures: ArtValues },
  field: TitleField | ArtField,
): string | null {
  return isArtField(field) ? pictures[field] : values[field];
}

/** The people of a title, now and in its changes. Who was merged into somebody has the name of before. */
const selectPeople = (id: number) => sql`WITH ids AS (SELECT person_id AS id FROM credits WHERE title_id = ${id}
    UNION SELECT j.value ->> 1 FROM (SELECT before, after FROM title_changes WHERE title_id = ${id}
      AND field = 'credits' ORDER BY id DESC LIMIT ${CHANGES_SHOWN}) c,
      json_each('[' || c.before || ',' || c.after || ']') side, json_each(side.value) j)
  SELECT ids.id, coalesce(p.name_fa, m.person ->> 'name_fa') AS name_fa, coalesce(p.name_en, m.person ->> 'name_en') AS name_en
  FROM ids LEFT JOIN people p ON p.id = ids.id LEFT JOIN person_merges m ON m.old_id = ids.id AND m.undone_at IS NULL
  WHERE coalesce(p.id, m.id) IS NOT NULL`;

/** The titles that are named beside a title, now and in its changes. */
const selectRelated = (id: number) => sql`SELECT t.id, t.name_fa, t.name_en FROM (
    SELECT related_id AS id FROM title_related WHERE title_id = ${id}
    UNION SELECT CAST(j.value AS INTEGER) FROM (SELECT before, after FROM title_changes WHERE title_id = ${id}
      AND field = 'related' ORDER BY id DESC LIMIT ${CHANGES_SHOWN}) c,
      json_each('[' || trim(c.before || ',' || c.after, ',') || ']') j) ids
  JOIN all_titles t ON t.id = ids.id`;

/** A title as the desk edits it. Null where there is none. */
export async function readRecord(db: Database, id: number, now: number) {
  const [[row] = [], newest = [], genreRows = [], people = [], relatedRows = []] = await batch(db, [
    sql`SELECT ${baseColumns(now)}, t.rev, t.hidden, t.views, t.art, t.media, t.release_date, t.available_until, t.field_revs, ${selectHide('id')} AS hide_id,
      (SELECT json_object('id', p.id, 'starts_at', p.starts_at, 'needs_file', p.needs_file, 'operator', p.operator,
        'reason', p.reason, 'created_at', p.created_at) FROM title_publications p
        WHERE p.title_id = t.id AND ${isOpen}) AS publication,
      ${selectValues} AS "values", ${selectPictures} AS pictures,
      (SELECT json_object('toman', toman, 'sale', sale, 'owned_hours', owned_hours) FROM title_prices p
        WHERE p.title_id = t.id) AS price,
      (SELECT json_group_array(json_object('id', id, 'starts_at', starts_at, 'operator', operator, 'reason', reason,
        'price', json_object('toman', toman, 'sale', sale, 'owned_hours', owned_hours)))
        FROM (SELECT * FROM title_price_plans WHERE title_id = t.id AND withdrawn_at IS NULL AND began_at IS NULL
          ORDER BY starts_at)) AS price_plans,
      (SELECT count(*) + count(withdrawn_at) + count(began_at) FROM title_price_plans WHERE title_id = t.id) AS price_rev,
      EXISTS (SELECT 1 FROM title_prices p WHERE p.title_id = t.id AND p.episode_toman IS NOT NULL) AS has_episode_price
      FROM all_titles t WHERE t.id = ${id}`,
    sql`SELECT id, rev, field, before, after, operator, reason, created_at, undoes, undoes IS NULL AND field <> 'hidden'
        AND NOT EXISTS (SELECT 1 FROM title_changes u WHERE u.undoes = c.id) AS may_undo
      FROM title_changes c WHERE title_id = ${id} ORDER BY id DESC LIMIT ${CHANGES_SHOWN}`,
    sql`SELECT key, label_fa, label_en FROM genres ORDER BY position`,
    selectPeople(id),
    selectRelated(id),
  ]);
  if (row === undefined) return null;
  const title = v.parse(titleRow, row);
  const labels = v.parse(genres, genreRows);
  const list = v.parse(changeRows, newest).map((change) => ({
    ...change,
    may_undo:
      change.may_undo &&
      change.field !== 'price' &&
      change.field !== 'hidden' &&
      getValue(title, change.field) === change.after,
  }));
  const isOwn = (title.hidden & 1) === 1;
  const hiddenBy = isOwn ? (title.hide_id === null ? 'file' : 'desk') : title.hidden === 0 ? null : 'series';
  return {
    ...title,
    hidden_by: hiddenBy,
    changes: list,
    genres: labels,
    people: v.parse(persons, people),
    related: v.parse(relatedTitles, relatedRows),
    findGenre: genreFinder(labels),
  };
}
export type TitleRecord = NonNullable<Awaited<ReturnType<typeof readRecord>>>;

/** The answer to the desk. */
export function toDeskTitle(record: TitleRecord): DeskTitle {
  return v.parse(getCall.output.entries.data, record);
}
