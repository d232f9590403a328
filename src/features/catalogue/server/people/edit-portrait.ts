import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import * as calls from '../../portrait-contract.ts';
import { batch } from '../../../../platform/db/batch.ts';
import type { Database } from '../../../../platform/db/client.ts';
import { renewCatalogueVersion } from '../../../../platform/http/cache/catalogue-version.ts';
import type { RequestContext } from '../../../../platform/http/calls/context.ts';
import { retryWrite } from '../../../../platform/http/faults/d1-errors.ts';
import { randomId } from '../../../../platform/http/random-id.ts';
import { fail, ok } from '../../../../platform/outcome.ts';
import type { OperatorService, UploadService } from '../../../staff/server/serve-operator.ts';
import { readFocus } from '../../art-fields.ts';
import type { PersonField, Portrait } from '../../portrait-contract.ts';
import { receivePicture } from '../art/receive-picture.ts';
import { toTrail } from '../edit-title.ts';

type Service<Call extends Exclude<keyof typeof calls, 'PERSON_FIELDS'>> = OperatorService<(typeof calls)[Call]>;
type Trail = Parameters<Service<'getPortrait'>>[3];

const CHANGES_SHOWN = 20;
const { changes: changeList, ...entries } = calls.getPortrait.output.entries.data.entries;
const rows = v.array(v.object({ ...entries, is_cropped: v.number() }));
const changeRows = v.array(v.object({ ...changeList.item.entries, may_undo: v.number() }));

export async function readPortrait(db: Database, id: number): Promise<Portrait | null> {
  const [people = [], newest = []] = await batch(db, [
    sql`SELECT id, name_fa, name_en, art AS portrait, focus_x || ',' || focus_y AS focus,
        EXISTS (SELECT 1 FROM picture_crops WHERE key = art) AS is_cropped FROM people WHERE id = ${id}`,
    sql`SELECT id, field, before, after, operator, created_at, undoes, undoes IS NULL AND NOT EXISTS (
        SELECT 1 FROM person_changes u WHERE u.undoes = c.id) AS may_undo
      FROM person_changes c WHERE person_id = ${id} ORDER BY id DESC LIMIT ${CHANGES_SHOWN}`,
  ]);
  const [person] = v.parse(rows, people);
  if (!person) return null;
  const changes = v
    .parse(changeRows, newest)
    .map((change) => ({ ...change, may_undo: change.may_undo === 1 && person[change.field] === change.after }));
  return { ...person, is_cropped: person.is_cropped === 1, changes };
}

export const getPortrait: Service<'getPortrait'> = async ({ db }, { id }) => {
  const data = await readPortrait(db, id);
  return data ? ok({ data }) : fail('cast_unknown');
};

interface PersonChange {
  field: PersonField;
  before: string | null;
  after: string | null;
  undoes?: number;
}

interface Edit {
  id: number;
  field: PersonField;
  /** The value that was there when the member decided. */
  seen: string;
  after: string | null;
  undoes?: number;
  /** The focal point that goes with the picture of afterwards; null: the one that is there. */
  follow?: (focus: string | null) => Pick<PersonChange, 'after' | 'undoes'> | null;
}

const VALUES: Record<PersonField, SQL> = { portrait: sql`p.art`, focus: sql`p.focus_x || ',' || p.focus_y` };

/** Writes a field, unless another value than `seen` is there by now. One that is so already stays so. */
export async function editPerson(
  context: RequestContext,
  { id, field, seen, after, undoes, follow }: Edit,
  operator: string,
  record: Trail,
): ReturnType<Service<'getPortrait'>> {
  const { db, env, now, defer } = context;
  const person = await readPortrait(db, id);
  if (!person) return fail('cast_unknown');
  const before = person[field];
  if (before === after && undoes === undefined) return ok({ data: person });
  const refusal = fail('title_changed', { fields: { [field]: 'title_changed' } });
  if ((before ?? '') !== seen) return refusal;
  const changes: PersonChange[] = [{ field, before, after, ...(undoes !== undefined && { undoes }) }];
  const { focus } = person;
  const moved = follow?.(focus) ?? null;
  if (moved !== null && moved.after !== focus) changes.push({ field: 'focus', before: focus, ...moved });
  const save = randomId();
  const list = JSON.stringify(changes);
  const isSeen = changes.map((change) => sql`${VALUES[change.field]} IS ${change.before}`);
  const isOwn = sql`EXISTS (SELECT 1 FROM person_changes WHERE save = ${save})`;
  const results = await retryWrite(() =>
    batch(db, [
      sql`INSERT INTO person_changes (person_id, field, before, after, save, undoes, operator, created_at)
        SELECT p.id, c.value ->> 'field', c.value ->> 'before', c.value ->> 'after', ${save}, c.value ->> 'undoes',
          ${operator}, ${now} FROM people p JOIN json_each(${list}) c
        WHERE p.id = ${id} AND ${sql.join(isSeen, sql` AND `)} AND NOT EXISTS (
          SELECT 1 FROM person_changes u JOIN json_each(${list}) b ON u.undoes = b.value ->> 'undoes')
        ON CONFLICT DO NOTHING`,
      sql`UPDATE people SET ${sql.join(changes.flatMap(listSets), sql`, `)} WHERE id = ${id} AND ${isOwn}`,
      ...(field === 'portrait'
        ? [sql`UPDATE search_docs SET art = ${after} WHERE type = 'person' AND ref_id = ${id} AND ${isOwn}`]
        : []),
      sql`SELECT 1 FROM person_changes WHERE save = ${save} LIMIT 1`,
    ]),
  );
  if ((results.at(-1) ?? []).length === 0) return refusal;
  record(toTrail(changes));
  defer(renewCatalogueVersion(env, `people-${save}`));
  return getPortrait(context, { id }, operator, record);
}

function listSets({ field, after }: PersonChange): SQL[] {
  if (field === 'portrait') return [sql`art = ${after}`];
  const { x = null, y = null } = readFocus(after) ?? {};
  return [sql`focus_x = ${x}`, sql`focus_y = ${y}`];
}

export const uploadPortrait: UploadService<typeof calls.uploadPortrait> = async (
  context,
  { id, seen },
  operator,
  record,
  upload,
) => {
  if (!(await readPortrait(context.db, id))) return fail('cast_unknown');
  const picture = await receivePicture(context, upload, 'portrait');
  if (!picture.ok) return picture;
  return editPerson(context, { id, field: 'portrait', seen, after: picture.value }, operator, record);
};

export const removePortrait: Service<'removePortrait'> = (context, { id, seen }, operator, record) =>
  editPerson(context, { id, field: 'portrait', seen, after: null }, operator, record);

export const setPortraitFocus: Service<'setPortraitFocus'> = (context, { id, x, y, seen }, operator, record) =>
  editPerson(context, { id, field: 'focus', seen, after: `${String(x)},${String(y)}` }, operator, record);

const sides = { before: v.nullable(v.string()), after: v.nullable(v.string()) };
const changeRow = v.object({
  field: v.picklist(calls.PERSON_FIELDS),
  ...sides,
  undoes: v.nullable(v.number()),
  is_undone: v.number(),
  focus: v.nullable(v.pipe(v.string(), v.parseJson(), v.object({ id: v.number(), ...sides }))),
});

export const undoPersonChange: Service<'undoPersonChange'> = async (context, { id, change }, operator, record) => {
  const person = await readPortrait(context.db, id);
  if (!person) return fail('cast_unknown');
  const [row] = await context.db.all(sql`SELECT field, before, after, undoes,
      EXISTS (SELECT 1 FROM person_changes u WHERE u.undoes = c.id) AS is_undone,
      (SELECT json_object('id', f.id, 'before', f.before, 'after', f.after) FROM person_changes f
        WHERE f.save = c.save AND f.field = 'focus' AND c.field <> f.field
          AND NOT EXISTS (SELECT 1 FROM person_changes u WHERE u.undoes = f.id)) AS focus
    FROM person_changes c WHERE id = ${change} AND person_id = ${id}`);
  if (row === undefined) return fail('title_change_over');
  const { field, before, after, undoes, is_undone: isUndone, focus } = v.parse(changeRow, row);
  if (isUndone === 1) return fail('undo_done');
  if (undoes !== null) return fail('title_change_stays');
  if (person[field] !== after) return fail('title_change_over');
  const follow = (value: string | null) =>
    focus !== null && value === focus.after ? { after: focus.before, undoes: focus.id } : null;
  return editPerson(context, { id, field, seen: after ?? '', after: before, undoes: change, follow }, operator, record);
};
