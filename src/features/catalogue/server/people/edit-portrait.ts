import { sql } from 'drizzle-orm';
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

type Service<Call extends Exclude<keyof typeof calls, 'PERSON_FIELDS'>> = OperatorService<(typeof calls)[Call]>;
type Record = Parameters<Service<'getPortrait'>>[3];

const CHANGES_SHOWN = 20;
const { changes: changeList, ...entries } = calls.getPortrait.output.entries.data.entries;
const rows = v.array(v.object(entries));
const changeRows = v.array(v.object({ ...changeList.item.entries, may_undo: v.number() }));

async function readPortrait(db: Database, id: number): Promise<Portrait | null> {
  const [people = [], newest = []] = await batch(db, [
    sql`SELECT id, name_fa, name_en, art AS portrait, focus_x || ',' || focus_y AS focus FROM people WHERE id = ${id}`,
    sql`SELECT id, field, before, after, operator, created_at, undoes, undoes IS NULL AND NOT EXISTS (
        SELECT 1 FROM person_changes u WHERE u.undoes = c.id) AS may_undo
      FROM person_changes c WHERE person_id = ${id} ORDER BY id DESC LIMIT ${CHANGES_SHOWN}`,
  ]);
  const [person] = v.parse(rows, people);
  if (!person) return null;
  const changes = v
    .parse(changeRows, newest)
    .map((change) => ({ ...change, may_undo: change.may_undo === 1 && person[change.field] === change.after }));
  return { ...person, changes };
}

export const getPortrait: Service<'getPortrait'> = async ({ db }, { id }) => {
  const data = await readPortrait(db, id);
  return data ? ok({ data }) : fail('cast_unknown');
};

interface Edit {
  id: number;
  field: PersonField;
  /** The value that was there when the member decided. */
  seen: string;
  after: string | null;
  undoes?: number;
}

/** Writes a field, unless another value than `seen` is there by now. One that is so already stays so. */
async function editPerson(
  context: RequestContext,
  { id, field, seen, after, undoes }: Edit,
  operator: string,
  record: Record,
): ReturnType<Service<'getPortrait'>> {
  const { db, env, now, defer } = context;
  const person = await readPortrait(db, id);
  if (!person) return fail('cast_unknown');
  const before = person[field];
  if (before === after && undoes === undefined) return ok({ data: person });
  const refusal = fail('title_changed', { fields: { [field]: 'title_changed' } });
  if ((before ?? '') !== seen) return refusal;
  const save = randomId();
  const isOwn = sql`EXISTS (SELECT 1 FROM person_changes WHERE save = ${save})`;
  const { x = null, y = null } = readFocus(after) ?? {};
  const value = field === 'portrait' ? sql`art` : sql`focus_x || ',' || focus_y`;
  const sets = field === 'portrait' ? sql`art = ${after}` : sql`focus_x = ${x}, focus_y = ${y}`;
  const results = await retryWrite(() =>
    batch(db, [
      sql`INSERT INTO person_changes (person_id, field, before, after, save, undoes, operator, created_at)
        SELECT id, ${field}, ${before}, ${after}, ${save}, ${undoes ?? null}, ${operator}, ${now} FROM people
        WHERE id = ${id} AND ${value} IS ${before} ON CONFLICT DO NOTHING`,
      sql`UPDATE people SET ${sets} WHERE id = ${id} AND ${isOwn}`,
      ...(field === 'portrait'
        ? [sql`UPDATE search_docs SET art = ${after} WHERE type = 'person' AND ref_id = ${id} AND ${isOwn}`]
        : []),
      sql`SELECT 1 FROM person_changes WHERE save = ${save}`,
    ]),
  );
  if ((results.at(-1) ?? []).length === 0) return refusal;
  record({ before: { [field]: before }, after: { [field]: after } });
  defer(renewCatalogueVersion(env, `people-${save}`));
  return getPortrait(context, { id }, operator, record);
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

const changeRow = v.object({
  field: v.picklist(calls.PERSON_FIELDS),
  before: v.nullable(v.string()),
  after: v.nullable(v.string()),
  undoes: v.nullable(v.number()),
  is_undone: v.number(),
});

export const undoPersonChange: Service<'undoPersonChange'> = async (context, { id, change }, operator, record) => {
  const person = await readPortrait(context.db, id);
  if (!person) return fail('cast_unknown');
  const [row] = await context.db.all(sql`SELECT field, before, after, undoes,
      EXISTS (SELECT 1 FROM person_changes u WHERE u.undoes = c.id) AS is_undone
    FROM person_changes c WHERE id = ${change} AND person_id = ${id}`);
  if (row === undefined) return fail('title_change_over');
  const { field, before, after, undoes, is_undone: isUndone } = v.parse(changeRow, row);
  if (isUndone === 1) return fail('undo_done');
  if (undoes !== null) return fail('title_change_stays');
  if (person[field] !== after) return fail('title_change_over');
  return editPerson(context, { id, field, seen: after ?? '', after: before, undoes: change }, operator, record);
};
