import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { listPersonMerges as listCall, type undoPersonMerge as undoCall } from '../../people-contract.ts';
import { batch } from '../../../../platform/db/batch.ts';
import { renewCatalogueVersion } from '../../../../platform/http/cache/catalogue-version.ts';
import { retryWrite } from '../../../../platform/http/faults/d1-errors.ts';
import { randomId } from '../../../../platform/http/random-id.ts';
import { fail, ok } from '../../../../platform/outcome.ts';
import type { OperatorService } from '../../../staff/server/serve-operator.ts';
import { touchTitles } from './merge-person.ts';
import { readPersonDoc, writePersonDocs } from './person-docs.ts';

const PER_PAGE = 20;
const FIRST_CURSOR = Number.MAX_SAFE_INTEGER;

const json = <S extends v.GenericSchema>(schema: S) => v.pipe(v.string(), v.parseJson(), schema);
const { item } = listCall.output.entries.data;
const rows = v.array(v.object({ ...item.entries, old: json(item.entries.old), person: json(item.entries.person) }));

export const listPersonMerges: OperatorService<typeof listCall> = async ({ db }, { before = FIRST_CURSOR }) => {
  const data = v.parse(
    rows,
    await db.all(sql`SELECT m.id, json_object('id', m.old_id, 'name_fa', m.person ->> 'name_fa',
        'name_en', m.person ->> 'name_en') AS old,
      json_object('id', m.person_id, 'name_fa', coalesce(p.name_fa, ''), 'name_en', coalesce(p.name_en, '')) AS person,
      (SELECT count(DISTINCT j.value ->> 0) FROM json_each(m.credits) j) AS titles, m.operator, m.reason, m.created_at,
      m.undone_at
      FROM person_merges m LEFT JOIN people p ON p.id = m.person_id
      WHERE m.id < ${before} ORDER BY m.id DESC LIMIT ${PER_PAGE}`),
  );
  return ok({ data, next: data.length === PER_PAGE ? (data.at(-1)?.id ?? null) : null });
};

const texts = v.object({ name_fa: v.string(), name_en: v.string(), art: v.nullable(v.string()), views: v.number() });
const mergeRow = v.object({
  ...{ old_id: v.number(), person_id: v.number(), undone_at: v.nullable(v.number()) },
  ...{ person: json(texts), followers: json(v.array(v.number())) },
});

/** A credit that an editor took from the person since does not come back. */
export const undoPersonMerge: OperatorService<typeof undoCall> = async (
  { db, env, now, defer },
  { id },
  operator,
  record,
) => {
  const [row] = await db.all(sql`SELECT old_id, person_id, undone_at, person, followers FROM person_merges
    WHERE id = ${id}`);
  if (row === undefined) return fail('cast_merge_unknown');
  const { old_id: oldId, person_id: personId, undone_at: undoneAt, person, followers } = v.parse(mergeRow, row);
  if (undoneAt !== null) return fail('undo_done');
  const doc = await readPersonDoc(db, personId);
  if (doc === null) return fail('cast_unknown');
  const run = randomId();
  const isOwn = sql`EXISTS (SELECT 1 FROM person_merges WHERE run = ${run})`;
  const credits = sql`(SELECT j.value ->> 0 AS title_id, j.value ->> 1 AS job, j.value ->> 2 AS position,
      j.value ->> 3 AS role_fa, j.value ->> 4 AS role_en, j.value ->> 5 AS is_double
    FROM person_merges m, json_each(m.credits) j WHERE m.run = ${run})`;
  const back = sql`(SELECT o.* FROM ${credits} o JOIN credits k
    ON k.title_id = o.title_id AND k.job = o.job AND k.person_id = ${personId})`;
  const isBack = (one: number) => one === oldId || followers.includes(one);
  const docs = [
    { ...doc, aliases: doc.aliases.filter((alias) => !isBack(alias.id)) },
    { ...person, id: oldId, aliases: doc.aliases.filter((alias) => followers.includes(alias.id)) },
  ];
  const results = await retryWrite(() =>
    batch(db, [
      sql`UPDATE person_merges SET undone_at = ${now}, undone_by = ${operator}, run = ${run}
        WHERE id = ${id} AND undone_at IS NULL AND person_id = ${personId}`,
      sql`INSERT INTO people (id, slug, name_fa, name_en, group_name, born, art, focus_x, focus_y, sort_key, latin_key)
        SELECT m.old_id, iif(EXISTS (SELECT 1 FROM people WHERE slug = m.person ->> 'slug'),
            (m.person ->> 'slug') || '-' || m.old_id, m.person ->> 'slug'), m.person ->> 'name_fa', m.person ->> 'name_en',
          m.person ->> 'group_name', m.person ->> 'born', m.person ->> 'art', m.person ->> 'focus_x', m.person ->> 'focus_y',
          m.person ->> 'sort_key',
          m.person ->> 'latin_key' FROM person_merges m WHERE m.run = ${run}`,
      sql`SELECT count(DISTINCT title_id) AS titles FROM ${back}`,
      touchTitles(sql`SELECT title_id FROM ${back}`, now),
      sql`INSERT OR IGNORE INTO credits (title_id, person_id, job, position, role_fa, role_en)
        SELECT title_id, ${oldId}, job, position, role_fa, role_en FROM ${back}`,
      sql`DELETE FROM credits WHERE person_id = ${personId}
        AND (title_id, job) IN (SELECT title_id, job FROM ${credits} WHERE is_double = 0)`,
      sql`UPDATE person_merges SET person_id = ${oldId} WHERE person_id = ${personId} AND undone_at IS NULL AND ${isOwn}
        AND old_id IN (SELECT value FROM json_each(${JSON.stringify(followers)}))`,
      ...writePersonDocs(docs, isOwn),
      sql`SELECT 1 FROM person_merges WHERE run = ${run}`,
    ]),
  );
  if ((results.at(-1) ?? []).length === 0) return fail('undo_done');
  const { titles } = v.parse(v.object({ titles: v.number() }), results[2]?.[0]);
  record({
    subjects: [`person:${String(oldId)}`, `person:${String(personId)}`],
    after: { id: oldId, name_fa: person.name_fa, name_en: person.name_en, titles },
  });
  defer(renewCatalogueVersion(env, `people-${run}`));
  return ok({ data: { titles } });
};
