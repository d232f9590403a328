import type * as calls from '../../art-contract.ts';
import type { RequestContext } from '../../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../../platform/outcome.ts';
import type { OperatorService } from '../../../staff/server/serve-operator.ts';
import { listUploadFields, splitKeys, type ArtField } from '../../art-fields.ts';
import { applyChanges } from '../apply-changes.ts';
import { toTrail } from '../edit-title.ts';
import { readRecord, type TitleRecord } from '../read-record.ts';

/** Others may write other fields meanwhile: the title is read again. */
const MAX_TRIES = 12;

type Service<Call extends keyof typeof calls> = OperatorService<(typeof calls)[Call]>;
type Record = Parameters<Service<'getTitleArt'>>[3];

export const getTitleArt: Service<'getTitleArt'> = async ({ db, now }, { id }) => {
  const record = await readRecord(db, id, now);
  return record ? ok({ data: toArt(record) }) : fail('title_not_found');
};

function toArt({ pictures, media }: TitleRecord) {
  return { values: pictures, has_film: media !== null };
}

interface ArtEdit {
  id: number;
  field: ArtField;
  /** The value that was there when the member decided. */
  seen: string;
  after: string | null;
}

/** Writes a field, unless another value than `seen` is there by now. One that is so already stays so. */
export async function editArt(
  context: RequestContext,
  { id, field, seen, after }: ArtEdit,
  operator: string,
  record: Record,
): ReturnType<Service<'getTitleArt'>> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const title = await readRecord(context.db, id, context.now);
    if (!title) return fail('title_not_found');
    const allowed = checkField(title, field);
    if (!allowed.ok) return allowed;
    const before = title.pictures[field];
    if (before === after) return ok({ data: toArt(title) });
    if ((before ?? '') !== seen) return fail('title_changed', { fields: { [field]: 'title_changed' } });
    const changes = [{ field, before, after }];
    if (!(await applyChanges(context, title, changes, { operator }))) continue;
    record(toTrail(changes));
    return ok({ data: { ...toArt(title), values: { ...title.pictures, [field]: after } } });
  }
  return fail('title_changed');
}

/** The focal point is the backdrop's, and each title has a trailer. */
export function checkField({ kind }: Pick<TitleRecord, 'kind'>, field: ArtField): Outcome<null, ErrorCode> {
  if (field === 'trailer') return ok(null);
  const needed = field === 'focus' ? 'backdrop' : field;
  return listUploadFields(kind).some((one) => one === needed) ? ok(null) : fail('title_field');
}

export const removeTitlePicture: Service<'removeTitlePicture'> = (context, { id, field, seen }, operator, record) =>
  editArt(context, { id, field, seen, after: null }, operator, record);

export const removeTrailer: Service<'removeTrailer'> = (context, { id, seen }, operator, record) =>
  editArt(context, { id, field: 'trailer', seen, after: null }, operator, record);

export const setTitleFocus: Service<'setTitleFocus'> = (context, { id, x, y, seen }, operator, record) =>
  editArt(context, { id, field: 'focus', seen, after: `${String(x)},${String(y)}` }, operator, record);

/** Stills that are there already, in another order or fewer: new ones come by an upload. */
export const setTitleStills: Service<'setTitleStills'> = (context, { id, keys, seen }, operator, record) => {
  const before = splitKeys(seen);
  if (new Set(keys).size !== keys.length || keys.some((key) => !before.includes(key)))
    return Promise.resolve(fail('invalid_input', { fields: { keys: 'invalid_input' } }));
  return editArt(context, { id, field: 'stills', seen, after: keys.join(',') || null }, operator, record);
};
