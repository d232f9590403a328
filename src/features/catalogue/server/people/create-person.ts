import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { createPerson as call } from '../../people-contract.ts';
import { batch } from '../../../../platform/db/batch.ts';
import type { Database } from '../../../../platform/db/client.ts';
import type { ErrorCode } from '../../../../platform/http/calls/errors.ts';
import { retryWrite } from '../../../../platform/http/faults/d1-errors.ts';
import { fail, ok, type Outcome } from '../../../../platform/outcome.ts';
import { sortKey } from '../../../../platform/text/persian-text.ts';
import { searchStatements } from '../../../search/query/search-statements.ts';
import type { OperatorService } from '../../../staff/server/serve-operator.ts';
import { FIRST_DESK_ID } from '../../../titles/facts/title-ids.ts';
import { toSlug } from '../../rows/parse/slug.ts';
import { readName } from '../read-field.ts';
import { bindRows } from '../bind-rows.ts';
import { toPersonKey } from '../intake/directory.ts';
import { readPeople } from './list-people.ts';

/** After the highest number that a person of the desk has or had. */
const NEXT_ID = `max(${String(FIRST_DESK_ID - 1)}, coalesce((SELECT max(person_id) FROM desk_people), 0)) + 1`;
/** Others may take the same number at the same moment. */
const MAX_TRIES = 8;

/** A namesake is somebody whom an import cannot tell apart: its files name people. */
export const createPerson: OperatorService<typeof call> = async (
  { db, now },
  { key, is_namesake: isNamesake, ...input },
  operator,
  record,
) => {
  const names = readNames(input);
  if (!names.ok) return names;
  const { nameFa, nameEn } = names.value;
  const match = [nameFa, nameEn].map((name) => `names:"${toPersonKey(name)}"`).join(' OR ');
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { made, next, is_taken: isTaken } = await readState(db, key, match);
    if (made !== null) {
      const [person] = await readPeople(db, [made.id]);
      const isRepeat = person?.name_fa === nameFa && person.name_en === nameEn && made.operator === operator;
      return isRepeat ? ok({ data: person }) : fail('key_used');
    }
    if (isTaken && !isNamesake) return fail('cast_exists', { fields: { name_fa: 'cast_exists' } });
    await retryWrite(() => insertPerson(db, { id: next, key, operator, nameFa, nameEn, now }));
    record({ subjects: [`person:${String(next)}`], after: { name_fa: nameFa, name_en: nameEn } });
  }
  return fail('overloaded');
};

interface NewPerson {
  id: number;
  key: string;
  operator: string;
  nameFa: string;
  nameEn: string;
  now: number;
}

function insertPerson(db: Database, { id, key, operator, nameFa, nameEn, now }: NewPerson) {
  const slug = toSlug(nameEn);
  const isOwn = sql`EXISTS (SELECT 1 FROM desk_people WHERE key = ${key} AND person_id = ${id})`;
  const subject = {
    type: 'person',
    id,
    slug: null,
    nameFa,
    nameEn,
    nameLatin: '',
    year: null,
    iranian: false,
  } as const;
  return batch(db, [
    sql`INSERT INTO desk_people (key, person_id, operator, created_at) VALUES (${key}, ${id}, ${operator}, ${now})
      ON CONFLICT DO NOTHING`,
    sql`INSERT INTO people (id, slug, name_fa, name_en, sort_key) SELECT ${id},
        iif(${slug} = '' OR EXISTS (SELECT 1 FROM people WHERE slug = ${slug}), ltrim(${slug} || '-' || ${id}, '-'), ${slug}),
        ${nameFa}, ${nameEn}, ${sortKey(nameFa)} WHERE ${isOwn} AND NOT EXISTS (SELECT 1 FROM people WHERE id = ${id})`,
    ...searchStatements([{ ...subject, art: null, views: 0, age: 0 }], new Set()).map((one) => bindRows(one, isOwn)),
  ]);
}

function readNames(input: {
  name_fa: string;
  name_en: string;
}): Outcome<{ nameFa: string; nameEn: string }, ErrorCode> {
  const refused: Record<string, ErrorCode> = {};
  const read = (field: 'name_fa' | 'name_en') => {
    const name = readName(input[field]);
    if (!name.ok) refused[field] = name.code;
    return name.ok ? name.value : '';
  };
  const names = { nameFa: read('name_fa'), nameEn: read('name_en') };
  const [first] = Object.values(refused);
  return first === undefined ? ok(names) : fail(first, { fields: refused });
}

const state = v.object({
  made: v.nullable(v.pipe(v.string(), v.parseJson(), v.object({ id: v.number(), operator: v.string() }))),
  next: v.number(),
  is_taken: v.pipe(
    v.number(),
    v.transform((value) => value === 1),
  ),
});

async function readState(db: Database, key: string, match: string) {
  const [row] = await db.all(sql`SELECT ${sql.raw(NEXT_ID)} AS next,
    (SELECT json_object('id', person_id, 'operator', operator) FROM desk_people WHERE key = ${key}) AS made,
    EXISTS (SELECT 1 FROM search_index s JOIN search_docs d ON d.id = s.rowid AND d.type = 'person'
      WHERE s.search_index MATCH ${match}) AS is_taken`);
  return v.parse(state, row);
}
