import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { DOC_COLUMNS, INDEX_COLUMNS, buildSearchRows, type SearchSubject } from '../query/search-doc.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';

const AT_ONCE = 200; // Per transaction

const row = v.pipe(
  v.object({
    doc: v.number(),
    type: v.picklist(['movie', 'series', 'video']),
    id: v.number(),
    name_fa: v.string(),
    name_en: v.string(),
    name_latin: v.string(),
    year: v.number(),
    iranian: v.number(),
    art: v.nullable(v.string()),
    views: v.number(),
    age: v.number(),
  }),
  v.transform(({ name_fa: nameFa, name_en: nameEn, name_latin: nameLatin, iranian, doc, ...rest }) => {
    const subject: SearchSubject = { ...rest, slug: null, nameFa, nameEn, nameLatin, iranian: iranian === 1 };
    return { doc, subject };
  }),
);

/** Rewrites documents whose views changed (nightly cron): the row number holds the popularity (decision 063). */
export async function refreshPopularity({ db }: { db: Database }): Promise<number> {
  let written = 0;
  for (;;) {
    const rows = await db.all(sql`SELECT d.id AS doc, t.kind AS type, t.id, t.name_fa, t.name_en, t.name_latin, t.year,
        t.iranian, t.art, t.views, t.age
      FROM search_docs d CROSS JOIN titles t ON t.id = d.ref_id
      WHERE d.type IN ('movie', 'series', 'video') AND d.type = t.kind AND d.views <> t.views LIMIT ${AT_ONCE}`);
    const outdated = v.parse(v.array(row), rows);
    if (outdated.length > 0) await rewrite(db, outdated);
    written += outdated.length;
    if (outdated.length < AT_ONCE) return written;
  }
}

async function rewrite(db: Database, outdated: readonly { doc: number; subject: SearchSubject }[]): Promise<void> {
  const before = JSON.stringify(outdated.map(({ doc }) => doc));
  const after = outdated.map(({ subject }) => buildSearchRows(subject));
  await batch(db, [
    sql`DELETE FROM search_index WHERE rowid IN (SELECT value FROM json_each(${before}))`,
    sql`DELETE FROM search_docs WHERE id IN (SELECT value FROM json_each(${before}))`,
    insertAll('search_docs', DOC_COLUMNS, JSON.stringify(after.map(({ doc }) => doc))),
    insertAll('search_index', INDEX_COLUMNS, JSON.stringify(after.map(({ index }) => index))),
  ]);
}

/** Rows travel as one JSON array. Table and column names must be constants. */
function insertAll(table: string, columns: readonly string[], rows: string) {
  const values = columns.map((_, at) => `value ->> '$[${String(at)}]'`).join(', ');
  return sql`INSERT INTO ${sql.raw(`${table} (${columns.join(', ')})`)} SELECT ${sql.raw(values)} FROM json_each(${rows})`;
}
