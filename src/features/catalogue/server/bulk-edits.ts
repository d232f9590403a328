import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { EditedField, TitleEdit } from '../bulk-contract.ts';
import { getDeskTitle } from '../contract.ts';
import { LEASE_SECONDS } from '../lease-contract.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { genreFinder } from '../../titles/facts/genres.ts';
import { LIST_MAX } from '../../titles/facts/limits.ts';
import { splitKeys } from '../art-fields.ts';
import { listFields, MAX_RELATED } from '../title-fields.ts';
import { NO_LISTS, readField, UNORDERED } from './read-field.ts';
import { readTitles } from './read-named.ts';
import type { TitleRecord } from './read-record.ts';

/** An edit whose value is as it is stored. */
export interface ReadEdit {
  field: EditedField;
  act: TitleEdit['act'];
  value: string | null;
}

interface EditedValue {
  field: EditedField;
  before: string | null;
  after: string | null;
}

const { genres } = getDeskTitle.output.entries.data.entries;

/** The values by the rules of a single edit; a field that two edits set is refused. */
export async function readEdits(
  { db, now }: RequestContext,
  edits: readonly TitleEdit[],
): Promise<Outcome<ReadEdit[], ErrorCode>> {
  const keys = edits.map(({ field, act }) => `${act} ${field}`);
  if (new Set(keys).size < keys.length) return fail('invalid_input', { fields: { edits: 'invalid_input' } });
  const labels = await db.all(sql`SELECT key, label_fa, label_en FROM genres ORDER BY position`);
  const related = edits.flatMap(({ field, value }) => (field === 'related' ? [value] : [])).join();
  const reading = {
    ...NO_LISTS,
    thisYear: new Date(now * 1000).getUTCFullYear(),
    findGenre: genreFinder(v.parse(genres, labels)),
    isTitle: await readTitles(db, 0, related),
  };
  const values: ReadEdit[] = [];
  const refused: Record<string, ErrorCode> = {};
  const unknown: Record<string, string> = {};
  for (const { field, act, value: raw } of edits) {
    const value = readField(field, raw, reading);
    if (!value.ok) {
      refused[field] = value.code;
      Object.assign(unknown, value.values);
    } else if (act !== 'set' && splitKeys(value.value).length === 0) refused[field] = 'invalid_input';
    else values.push({ field, act, value: value.value });
  }
  const [first] = Object.values(refused);
  return first === undefined ? ok(values) : fail(first, { fields: refused, values: unknown });
}

/** The fields of a title that the edits change: one that has the value already is not among them. */
export function applyEdits(title: TitleRecord, edits: readonly ReadEdit[]): Outcome<EditedValue[], ErrorCode> {
  const allowed = listFields(title.kind);
  const values = new Map<EditedField, string | null>();
  // Entries that go make room for those that come.
  for (const edit of [...edits].sort((a, b) => Number(a.act === 'add') - Number(b.act === 'add'))) {
    const { field } = edit;
    if (!allowed.includes(field)) return fail('title_field');
    const before = values.has(field) ? (values.get(field) ?? null) : title.values[field];
    const after = edit.act === 'set' ? ok(edit.value) : changeList(title.id, before, edit);
    if (!after.ok) return after;
    values.set(field, after.value);
  }
  return ok(
    Array.from(values, ([field, after]) => ({ field, before: title.values[field], after })).filter(
      ({ before, after }) => before !== after,
    ),
  );
}

function changeList(id: number, before: string | null, { field, act, value }: ReadEdit): Outcome<string, ErrorCode> {
  const stored = splitKeys(before);
  const keys = splitKeys(value);
  if (act === 'remove') return ok(stored.filter((key) => !keys.includes(key)).join());
  // A title that is chosen among others is not shown beside itself.
  const others = field === 'related' ? keys.filter((key) => key !== String(id)) : keys;
  const added = others.filter((key) => !stored.includes(key));
  const list = [...stored, ...added];
  if (added.length > 0 && list.length > (field === 'related' ? MAX_RELATED : LIST_MAX))
    return fail(field === 'related' ? 'title_related' : 'title_list');
  return ok((added.length > 0 && UNORDERED.includes(field) ? list.sort() : list).join());
}

const leaseRows = v.array(v.object({ id: v.number(), operator: v.string() }));

/** The members, other than the operator, who edit titles now; by the numbers of the titles. */
export async function readEditors(
  { db, now }: RequestContext,
  ids: readonly number[],
  operator: string,
): Promise<Map<number, string>> {
  const rows = await db.all(sql`SELECT l.title_id AS id, l.operator FROM json_each(${JSON.stringify(ids)}) j
    CROSS JOIN title_leases l ON l.title_id = j.value
    WHERE l.renewed_at > ${now - LEASE_SECONDS} AND l.operator <> ${operator}`);
  return new Map(v.parse(leaseRows, rows).map((row) => [row.id, row.operator]));
}
