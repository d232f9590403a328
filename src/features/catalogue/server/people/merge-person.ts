import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { mergePerson as call } from '../../people-contract.ts';
import { batch } from '../../../../platform/db/batch.ts';
import type { Database } from '../../../../platform/db/client.ts';
import { renewCatalogueVersion } from '../../../../platform/http/cache/catalogue-version.ts';
import { retryWrite } from '../../../../platform/http/faults/d1-errors.ts';
import { fail, ok } from '../../../../platform/outcome.ts';
import type { OperatorService } from '../../../staff/server/serve-operator.ts';
import { readPeople } from './list-people.ts';
import { readPersonDoc, removePersonDoc, writePersonDocs, type PersonDoc } from './person-docs.ts';

/** The titles change for their editors, too: a save of their people that was begun before is refused. */
export const mergePerson: OperatorService<typeof call> = async (
  { db, env, now, defer },
  { id, into, key, reason, rehearse, titles },
  operator,
  record,
) => {
  if (await isUsed(db, key)) return fail('key_used');
  const [old, person] = await Promise.all([id, into].map((one) => readPeople(db, [one]).then((list) => list[0])));
  if (old === undefined || person === undefined) return fail('cast_unknown');
  if (id === into) return fail('cast_self', { fields: { into: 'cast_self' } });
  const doubles = await countDoubles(db, id, into);
  const preview = { old, person, titles: old.titles, doubles };
  if (rehearse) return ok({ data: preview });
  if (titles !== old.titles) return fail('cast_merge_changed');
  const [oldDoc, doc] = await Promise.all([readPersonDoc(db, id), readPersonDoc(db, into)]);
  if (oldDoc === null || doc === null) return fail('cast_unknown');
  await retryWrite(() => batch(db, buildMerge({ key, operator, reason, now, titles }, oldDoc, doc)));
  if (!(await isUsed(db, key))) return fail('cast_merge_changed');
  record({
    subjects: [`person:${String(id)}`, `person:${String(into)}`],
    before: { id, name_fa: old.name_fa, name_en: old.name_en },
    after: { id: into, name_fa: person.name_fa, name_en: person.name_en, titles, reason },
  });
  defer(renewCatalogueVersion(env, `people-${key}`));
  return ok({ data: preview });
};

interface Act {
  key: string;
  operator: string;
  reason: string;
  now: number;
  titles: number;
}

/** Nothing where one of the two is gone, or the titles are others than were shown. */
function buildMerge({ key, operator, reason, now, titles }: Act, old: PersonDoc, doc: PersonDoc) {
  const isOwn = sql`EXISTS (SELECT 1 FROM person_merges WHERE key = ${key} AND old_id = ${old.id}
    AND person_id = ${doc.id} AND undone_at IS NULL)`;
  const names = [old.name_fa, old.name_en];
  const aliases = [...doc.aliases, ...old.aliases, { id: old.id, names }];
  return [
    sql`INSERT INTO person_merges (key, old_id, person_id, person, credits, followers, operator, reason, created_at)
      SELECT ${key}, p.id, ${doc.id}, json_object('slug', p.slug, 'name_fa', p.name_fa, 'name_en', p.name_en,
          'group_name', p.group_name, 'born', p.born, 'art', p.art, 'focus_x', p.focus_x, 'focus_y', p.focus_y, 'sort_key', p.sort_key, 'latin_key', p.latin_key,
          'views', ${old.views}),
        (SELECT json_group_array(json_array(c.title_id, c.job, c.position, c.role_fa, c.role_en,
          EXISTS (SELECT 1 FROM credits k WHERE k.title_id = c.title_id AND k.job = c.job AND k.person_id = ${doc.id})))
          FROM credits c WHERE c.person_id = p.id),
        (SELECT json_group_array(m.old_id) FROM person_merges m WHERE m.person_id = p.id AND m.undone_at IS NULL),
        ${operator}, ${reason}, ${now}
      FROM people p WHERE p.id = ${old.id} AND EXISTS (SELECT 1 FROM people WHERE id = ${doc.id})
        AND (SELECT count(DISTINCT title_id) FROM credits WHERE person_id = p.id) = ${titles} ON CONFLICT DO NOTHING`,
    touchTitles(sql`SELECT title_id FROM credits WHERE person_id = ${old.id} AND ${isOwn}`, now),
    sql`INSERT OR IGNORE INTO credits (title_id, person_id, job, position, role_fa, role_en)
      SELECT title_id, ${doc.id}, job, position, role_fa, role_en FROM credits WHERE person_id = ${old.id} AND ${isOwn}`,
    sql`DELETE FROM credits WHERE person_id = ${old.id} AND ${isOwn}`,
    sql`UPDATE person_merges SET person_id = ${doc.id} WHERE person_id = ${old.id} AND undone_at IS NULL AND ${isOwn}`,
    sql`DELETE FROM people WHERE id = ${old.id} AND ${isOwn}`,
    ...removePersonDoc(old.id, isOwn),
    ...writePersonDocs([{ ...doc, views: Math.max(doc.views, old.views), aliases }], isOwn),
  ];
}

export function touchTitles(ids: ReturnType<typeof sql>, now: number) {
  return sql`UPDATE all_titles SET rev = rev + 1, field_revs = json_set(field_revs, '$.credits', rev + 1),
    updated_at = ${now} WHERE id IN (${ids})`;
}

async function countDoubles(db: Database, id: number, into: number): Promise<number> {
  const [row] = await db.all(sql`SELECT count(*) AS doubles FROM credits c JOIN credits k
    ON k.title_id = c.title_id AND k.job = c.job AND k.person_id = ${into} WHERE c.person_id = ${id}`);
  return v.parse(v.object({ doubles: v.number() }), row).doubles;
}

async function isUsed(db: Database, key: string): Promise<boolean> {
  return (await db.all(sql`SELECT 1 FROM person_merges WHERE key = ${key}`)).length > 0;
}
