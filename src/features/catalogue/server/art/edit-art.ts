import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type * as calls from '../../art-contract.ts';
import { getTitleArt as getArt } from '../../art-contract.ts';
import type { Database } from '../../../../platform/db/client.ts';
import type { RequestContext } from '../../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../../platform/outcome.ts';
import type { OperatorService } from '../../../staff/server/serve-operator.ts';
import { selectSocialPicture } from '../../../titles/server/social-picture.ts';
import { type FROM_FILM, listUploadFields, splitKeys, type ArtField } from '../../art-fields.ts';
import { applyChanges, type FieldChange } from '../apply-changes.ts';
import { CROP_FIELDS } from '../../crop.ts';
import { toTrail } from '../edit-title.ts';
import { readRecord, type TitleRecord } from '../read-record.ts';
import { readCrops } from './read-crops.ts';

/** Others may write other fields meanwhile: the title is read again. */
const MAX_TRIES = 12;

type Service<Call extends keyof typeof calls> = OperatorService<(typeof calls)[Call]>;
type Record = Parameters<Service<'getTitleArt'>>[3];

export const getTitleArt: Service<'getTitleArt'> = async ({ db, now }, { id }) => {
  const record = await readRecord(db, id, now);
  return record ? ok({ data: await toArt(db, record) }) : fail('title_not_found');
};

async function toArt(db: Database, { id, kind, pictures, media }: TitleRecord) {
  const crops = await readCrops(
    db,
    CROP_FIELDS.flatMap((field) => splitKeys(pictures[field])),
  );
  return {
    values: pictures,
    has_film: media !== null,
    cropped: Object.fromEntries(Array.from(crops.values(), ({ key, source }) => [key, source])),
    series: kind === 'episode' ? await readSeries(db, id) : null,
  };
}

const seriesRows = v.array(v.nonNullable(getArt.output.entries.data.entries.series));

async function readSeries(db: Database, id: number) {
  const rows = await db.all(sql`SELECT s.name_fa, s.name_en, s.backdrop,
      coalesce(${selectSocialPicture(sql`s.id`, sql`coalesce(s.backdrop, s.art)`)}, s.backdrop, s.art) AS link
    FROM all_titles e JOIN all_titles s ON s.id = e.series_id WHERE e.id = ${id}`);
  return v.parse(seriesRows, rows)[0] ?? null;
}

interface ArtEdit {
  id: number;
  field: ArtField;
  /** The value that was there when the member decided. */
  seen: string;
  after: string | null;
  /** Moves the focal point into the picture of afterwards; both are texts. */
  moveFocus?: (focus: string) => string;
  reason?: typeof FROM_FILM | undefined;
}

/** Writes a field, unless another value than `seen` is there by now. One that is so already stays so. */
export async function editArt(
  context: RequestContext,
  { id, field, seen, after, moveFocus, reason }: ArtEdit,
  operator: string,
  record: Record,
): ReturnType<Service<'getTitleArt'>> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const title = await readRecord(context.db, id, context.now);
    if (!title) return fail('title_not_found');
    const allowed = checkField(title, field);
    if (!allowed.ok) return allowed;
    const before = title.pictures[field];
    if (before === after) return ok({ data: await toArt(context.db, title) });
    if ((before ?? '') !== seen) return fail('title_changed', { fields: { [field]: 'title_changed' } });
    const { focus } = title.pictures;
    const moved = focus === null ? null : (moveFocus?.(focus) ?? focus);
    const changes: FieldChange[] = [{ field, before, after }];
    if (moved !== focus) changes.push({ field: 'focus', before: focus, after: moved });
    if (!(await applyChanges(context, title, changes, { operator, ...(reason && { reason }) }))) continue;
    record(toTrail(changes));
    const pictures = {
      ...title.pictures,
      ...Object.fromEntries(changes.map((change) => [change.field, change.after])),
    };
    return ok({ data: await toArt(context.db, { ...title, pictures }) });
  }
  return fail('title_changed');
}

/** The focal point and the picture beside a link are the backdrop's, and each title has a trailer. */
export function checkField({ kind }: Pick<TitleRecord, 'kind'>, field: ArtField): Outcome<null, ErrorCode> {
  if (field === 'trailer') return ok(null);
  const needed = field === 'focus' || field === 'social' ? 'backdrop' : field;
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
