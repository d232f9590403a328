import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../../../platform/db/client.ts';
import type { SearchSubject } from '../../../search/query/search-doc.ts';
import { searchStatements } from '../../../search/query/search-statements.ts';
import { bindRows } from '../bind-rows.ts';

const row = v.object({
  ...{ id: v.number(), name_fa: v.string(), name_en: v.string(), art: v.nullable(v.string()), views: v.number() },
  aliases: v.pipe(v.string(), v.parseJson(), v.array(v.object({ id: v.number(), names: v.array(v.string()) }))),
});
export type PersonDoc = v.InferOutput<typeof row>;

/** A person as search has them, with the earlier names of those who were merged into them. Null for nobody's number. */
export async function readPersonDoc(db: Database, id: number): Promise<PersonDoc | null> {
  const [person] = await db.all(sql`SELECT p.id, p.name_fa, p.name_en, p.art,
      coalesce((SELECT d.views FROM search_docs d WHERE d.type = 'person' AND d.ref_id = p.id), 0) AS views,
      (SELECT json_group_array(json_object('id', m.old_id,
        'names', json_array(m.person ->> 'name_fa', m.person ->> 'name_en')))
        FROM person_merges m WHERE m.person_id = p.id AND m.undone_at IS NULL) AS aliases
    FROM people p WHERE p.id = ${id}`);
  return person === undefined ? null : v.parse(row, person);
}

export function writePersonDocs(docs: readonly PersonDoc[], condition: SQL): SQL[] {
  return searchStatements(docs.map(toSubject), new Set()).map((statement) => bindRows(statement, condition));
}

export function removePersonDoc(id: number, condition: SQL): SQL[] {
  const docs = sql`SELECT id FROM search_docs WHERE type = 'person' AND ref_id = ${id} AND ${condition}`;
  return [
    sql`DELETE FROM search_index WHERE rowid IN (${docs})`,
    sql`DELETE FROM search_docs WHERE type = 'person' AND ref_id = ${id} AND ${condition}`,
  ];
}

function toSubject({ id, name_fa: nameFa, name_en: nameEn, art, views, aliases }: PersonDoc): SearchSubject {
  const names = { nameFa, nameEn, nameLatin: '', aliases: aliases.flatMap((one) => one.names) };
  return { type: 'person', id, slug: null, ...names, year: null, iranian: false, art, views, age: 0 };
}
