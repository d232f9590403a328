import * as v from 'valibot';
import { coverText } from '../../src/features/magazines/server/shown.ts';
import type { SearchType } from '../../src/features/search/query/doc-id.ts';
import { PERSON_VIEWS_SHARE, SECTION_VIEWS, type SearchSubject } from '../../src/features/search/query/search-doc.ts';
import type { Store } from '../../tools/import/store.ts';

const row = v.object({
  type: v.picklist(['movie', 'series', 'video', 'person', 'genre', 'channel', 'magazine']),
  id: v.number(),
  slug: v.nullable(v.string()),
  name_fa: v.string(),
  name_en: v.string(),
  name_latin: v.string(),
  year: v.nullable(v.number()),
  iranian: v.number(),
  art: v.nullable(v.string()),
  views: v.number(),
  age: v.number(),
  aliases: v.optional(v.pipe(v.string(), v.parseJson(), v.array(v.string())), '[]'),
});

/** Columns of a subject without year, rating and transliteration. */
const PLAIN = "'' AS name_latin, NULL AS year, 0 AS iranian, 0 AS age";
const SECTION = `${PLAIN}, ${String(SECTION_VIEWS)} AS views`;

/** The first page of each begins above this id. */
const AFTER = "json_extract(?, '$[0]')";

const GENRES = `SELECT 'genre' AS type, row_number() OVER (ORDER BY position, key) AS id, key AS slug,
     label_fa AS name_fa, label_en AS name_en, NULL AS art, ${SECTION} FROM genres`;

/** Everything that search finds, by source; each is read in the order of `id`. Episodes are not searched. */
const SOURCES: readonly string[] = [
  `SELECT kind AS type, id, NULL AS slug, name_fa, name_en, name_latin, year, iranian, art, views, age
   FROM titles WHERE kind <> 'episode' AND id > ${AFTER} ORDER BY id`,
  `SELECT 'person' AS type, p.id, NULL AS slug, p.name_fa, p.name_en, p.art, ${PLAIN},
     CAST(round(${String(PERSON_VIEWS_SHARE)} * coalesce((SELECT max(t.views) FROM credits c
       JOIN titles t ON t.id = c.title_id WHERE c.person_id = p.id), 0)) AS INTEGER) AS views
     , (SELECT json_group_array(name) FROM (SELECT person ->> 'name_fa' AS name FROM person_merges m
         WHERE m.person_id = p.id AND m.undone_at IS NULL UNION ALL SELECT person ->> 'name_en' FROM person_merges m
         WHERE m.person_id = p.id AND m.undone_at IS NULL)) AS aliases
   FROM people p WHERE p.id > ${AFTER} ORDER BY p.id`,
  `SELECT * FROM (${GENRES}) WHERE id > ${AFTER} ORDER BY id`,
  `SELECT 'channel' AS type, id, slug, name_fa, name_en, art, ${SECTION} FROM channels WHERE state = 'released' AND id > ${AFTER} ORDER BY id`,
  `SELECT 'magazine' AS type, id, slug, title AS name_fa, title_en AS name_en, ${coverText('unixepoch()')} AS art, ${SECTION}
   FROM magazines WHERE state = 'released' AND id > ${AFTER} ORDER BY id`,
];

/** Every subject of search in a catalogue, in pages of at most `size`. */
export async function* readSubjects(store: Store, size: number): AsyncGenerator<SearchSubject[]> {
  for (const source of SOURCES) {
    for (let after = -1; ;) {
      const rows = await store.read({ sql: `${source} LIMIT ${String(size)}`, values: [after] }, row);
      if (rows.length > 0) yield rows.map(toSubject);
      const last = rows.at(-1);
      if (last === undefined || rows.length < size) break;
      after = last.id;
    }
  }
}

const genreDoc = v.object({
  ref_id: v.number(),
  slug: v.nullable(v.string()),
  name_fa: v.string(),
  name_en: v.string(),
});

/** All genres where search has others, as after the first start of a site or a change by an operator; else none. */
export async function readChangedGenres(store: Store): Promise<SearchSubject[]> {
  const genres = (await store.read({ sql: `${GENRES} ORDER BY id`, values: [] }, row)).map(toSubject);
  const sql = "SELECT ref_id, slug, name_fa, name_en FROM search_docs WHERE type = 'genre' ORDER BY ref_id";
  const docs = await store.read({ sql, values: [] }, genreDoc);
  const isCurrent =
    docs.length === genres.length &&
    genres.every(({ id, slug, nameFa, nameEn }, at) => {
      const doc = docs[at];
      return doc?.ref_id === id && doc.slug === slug && doc.name_fa === nameFa && doc.name_en === nameEn;
    });
  return isCurrent ? [] : genres;
}

function toSubject(match: v.InferOutput<typeof row>): SearchSubject {
  const { name_fa: nameFa, name_en: nameEn, name_latin: nameLatin, iranian, ...rest } = match;
  return { ...rest, type: rest.type satisfies SearchType, nameFa, nameEn, nameLatin, iranian: iranian === 1 };
}
