import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type * as calls from '../contract.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { ART_FIELDS } from '../art-fields.ts';
import { listFields, TIMELINE_FIELDS, TITLE_FIELDS, type TitleField } from '../title-fields.ts';
import { applyChanges, type FieldChange } from './apply-changes.ts';
import { readField, type FieldContext } from './read-field.ts';
import { readLength } from './timeline.ts';
import { readPeople, readTitles } from './read-named.ts';
import { getValue, readRecord, toDeskTitle, type TitleRecord } from './read-record.ts';

/** Others may write other fields meanwhile: the title is read again. */
export const MAX_TRIES = 12;
/** Characters of a value in the trail; the changes have the whole. */
const TRAIL_CHARS = 200;

export const getDeskTitle: OperatorService<typeof calls.getDeskTitle> = async ({ db, now }, { id }) => {
  const record = await readRecord(db, id, now);
  return record ? ok({ data: toDeskTitle(record) }) : fail('title_not_found');
};

/** Fields that have the wanted value already are not written, so a second press changes nothing. */
export const updateTitle: OperatorService<typeof calls.updateTitle> = async (
  context,
  { id, rev, fields },
  operator,
  record,
) => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const title = await readRecord(context.db, id, context.now);
    if (!title) return fail('title_not_found');
    const references = {
      findPerson: await readPeople(context.db, fields.credits),
      isTitle: await readTitles(context.db, id, fields.related),
      length: TIMELINE_FIELDS.some((field) => fields[field])
        ? await readLength(context, title.media, Number(title.values.minutes))
        : 0,
    };
    const changes = readChanges(title, fields, { now: context.now, ...references });
    if (!changes.ok) return changes;
    if (changes.value.length === 0) return ok({ data: toDeskTitle(title) });
    const conflicts = await findConflicts(context.db, title, rev, changes.value);
    if (conflicts.length > 0)
      return fail('title_changed', { fields: Object.fromEntries(conflicts.map((field) => [field, 'title_changed'])) });
    if (!(await applyChanges(context, title, changes.value, { operator }))) continue;
    record(toTrail(changes.value));
    return getDeskTitle(context, { id }, operator, record);
  }
  return fail('title_changed');
};

interface Edit extends FieldChange {
  field: TitleField;
}

function readChanges(
  title: TitleRecord,
  fields: Partial<Record<TitleField, string | undefined>>,
  { now, ...references }: { now: number } & Pick<FieldContext, 'findPerson' | 'isTitle' | 'length'>,
): Outcome<Edit[], ErrorCode> {
  const allowed = listFields(title.kind);
  const reading = { thisYear: new Date(now * 1000).getUTCFullYear(), findGenre: title.findGenre, ...references };
  const changes: Edit[] = [];
  const refused: Partial<Record<string, ErrorCode>> = {};
  const unknown: Record<string, string> = {};
  for (const field of TITLE_FIELDS) {
    const raw = fields[field];
    if (raw === undefined) continue;
    const value = allowed.includes(field) ? readField(field, raw, reading) : fail('title_field');
    if (!value.ok) {
      refused[field] = value.code;
      Object.assign(unknown, value.values);
    } else if (value.value !== title.values[field])
      changes.push({ field, before: title.values[field], after: value.value });
  }
  const [first] = Object.values(refused);
  return first === undefined
    ? ok(changes)
    : fail(first, { fields: refused as Record<string, ErrorCode>, values: unknown });
}

const sinceRows = v.array(v.object({ field: v.string() }));
const LIST_FIELDS: readonly TitleField[] = ['genres', 'countries', 'languages', 'credits'];

/** Fields that somebody changed after `rev`: in the desk, by an import, or with the series of an episode. */
export async function findConflicts(
  db: Database,
  title: TitleRecord,
  rev: number,
  changes: readonly { field: TitleField }[],
): Promise<TitleField[]> {
  if (rev === title.rev) return [];
  const rows = await db.all(
    sql`SELECT DISTINCT field FROM title_changes WHERE title_id = ${title.id} AND rev > ${rev}`,
  );
  const since = new Set(v.parse(sinceRows, rows).map(({ field }) => field));
  const isLater = (mark: string) => (title.field_revs[mark] ?? 0) > rev;
  return changes
    .map(({ field }) => field)
    .filter(
      (field) =>
        // Nobody has read this revision.
        rev > title.rev ||
        since.has(field) ||
        [field, 'all', ...(LIST_FIELDS.includes(field) ? ['lists'] : [])].some(isLater),
    );
}

export function toTrail(changes: readonly { field: string; before: string | null; after: string | null }[]) {
  const cut = (side: 'before' | 'after') =>
    Object.fromEntries(changes.map((change) => [change.field, change[side]?.slice(0, TRAIL_CHARS) ?? null]));
  return { before: cut('before'), after: cut('after') };
}

const sides = { before: v.nullable(v.string()), after: v.nullable(v.string()) };
const undoneRow = v.object({
  field: v.picklist([...TITLE_FIELDS, ...ART_FIELDS, 'price', 'hidden']),
  ...sides,
  undoes: v.nullable(v.number()),
  is_undone: v.number(),
  focus: v.nullable(v.pipe(v.string(), v.parseJson(), v.object({ id: v.number(), ...sides }))),
});

export const undoTitleChange: OperatorService<typeof calls.undoTitleChange> = async (
  context,
  { id, change },
  operator,
  record,
) => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const title = await readRecord(context.db, id, context.now);
    const [row] = await context.db.all(sql`SELECT field, before, after, undoes,
        EXISTS (SELECT 1 FROM title_changes u WHERE u.undoes = c.id) AS is_undone,
        (SELECT json_object('id', f.id, 'before', f.before, 'after', f.after) FROM title_changes f
          WHERE f.save = c.save AND c.field = 'backdrop' AND f.field = 'focus'
            AND NOT EXISTS (SELECT 1 FROM title_changes u WHERE u.undoes = f.id)) AS focus
      FROM title_changes c WHERE id = ${change} AND title_id = ${id}`);
    if (!title || row === undefined) return fail('title_change_unknown');
    const { field, before, after, undoes, is_undone: isUndone, focus } = v.parse(undoneRow, row);
    if (isUndone === 1) return fail('undo_done');
    if (undoes !== null || field === 'price' || field === 'hidden') return fail('title_change_stays');
    if (getValue(title, field) !== after) return fail('title_change_over');
    const back: FieldChange[] = [{ field, before: after, after: before, undoes: change }];
    if (focus !== null && title.pictures.focus === focus.after)
      back.push({ field: 'focus', before: focus.after, after: focus.before, undoes: focus.id });
    if (!(await applyChanges(context, title, back, { operator }))) continue;
    record(toTrail(back));
    return getDeskTitle(context, { id }, operator, record);
  }
  return fail('title_changed');
};
