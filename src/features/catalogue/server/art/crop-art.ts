import { sql } from 'drizzle-orm';
import type * as calls from '../../art-contract.ts';
import type { RequestContext } from '../../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../../platform/http/calls/errors.ts';
import { retryWrite } from '../../../../platform/http/faults/d1-errors.ts';
import { fail, ok, type Outcome } from '../../../../platform/outcome.ts';
import { storeCrop } from '../../../images/server/crop-picture.ts';
import { findLargest } from '../../../images/server/picture-files.ts';
import type { OperatorService } from '../../../staff/server/serve-operator.ts';
import { readFocus } from '../../art-fields.ts';
import {
  CROP_RATIOS,
  findCropFault,
  moveFocus,
  roundCrop,
  type Crop,
  type CropField,
  type CropFault,
  type Size,
} from '../../crop.ts';
import { readRecord } from '../read-record.ts';
import { checkField, editArt } from './edit-art.ts';
import { readCrops } from './read-crops.ts';

type Service<Call extends keyof typeof calls> = OperatorService<(typeof calls)[Call]>;

const CODES: Record<CropFault, ErrorCode> = {
  outside: 'picture_crop',
  ratio: 'picture_crop',
  small: 'picture_crop_small',
};

interface Place {
  source: string;
  size: Size;
  crop: Crop | null;
}

async function openPlace(
  { db, env, now }: RequestContext,
  id: number,
  field: CropField,
): Promise<Outcome<Place, ErrorCode>> {
  const title = await readRecord(db, id, now);
  if (!title) return fail('title_not_found');
  const allowed = checkField(title, field);
  if (!allowed.ok) return allowed;
  const { pictures } = title;
  const picture = field === 'social' ? (pictures.backdrop ?? pictures.art) : pictures[field];
  if (picture === null) return fail('picture_none');
  const crops = await readCrops(db, [picture, pictures[field]]);
  const source = crops.get(picture)?.source ?? picture;
  const size = await findLargest(env, source);
  if (size === null) return fail('picture_none');
  return ok({ source, size, crop: crops.get(pictures[field] ?? '')?.crop ?? null });
}

export const getTitleCrop: Service<'getTitleCrop'> = async (context, { id, field }) => {
  const place = await openPlace(context, id, field);
  if (!place.ok) return place;
  const { source, size, crop } = place.value;
  return ok({ data: { source, width: size.width, height: size.height, crop } });
};

/** The numbers are stored before the title names the part: `picture_crops` says of each key what it was cut from. */
export const setTitleCrop: Service<'setTitleCrop'> = async (context, input, operator, record) => {
  const { id, field, seen } = input;
  const place = await openPlace(context, id, field);
  if (!place.ok) return place;
  const { source, size, crop: before } = place.value;
  if (source !== input.source) return fail('title_changed', { fields: { [field]: 'title_changed' } });
  const crop = roundCrop(input);
  const fault = findCropFault(crop, field, size);
  if (fault !== null) return fail(CODES[fault]);
  const ratio = CROP_RATIOS[field];
  const key = await storeCrop(context.env, { source, ratio, crop });
  if (key === null) return fail('picture_none');
  const { x, y, width, height } = crop;
  await retryWrite(() =>
    context.db.run(sql`INSERT INTO picture_crops (key, source, ratio, x, y, width, height, created_at)
      VALUES (${key}, ${source}, ${ratio}, ${x}, ${y}, ${width}, ${height}, ${context.now}) ON CONFLICT DO NOTHING`),
  );
  return editArt(context, { id, field, seen, after: key, ...follow(field, before, crop) }, operator, record);
};

export const removeTitleCrop: Service<'removeTitleCrop'> = async (context, { id, field, seen }, operator, record) => {
  const place = await openPlace(context, id, field);
  if (!place.ok) return place;
  const { source, crop } = place.value;
  const after = field === 'social' ? null : source;
  return editArt(context, { id, field, seen, after, ...follow(field, crop, null) }, operator, record);
};

/** The focal point stays at its place of the backdrop, which is another one in percent of the part that is shown. */
function follow(field: CropField, before: Crop | null, after: Crop | null) {
  if (field !== 'backdrop') return {};
  return {
    moveFocus: (focus: string) => {
      const point = readFocus(focus);
      if (point === null) return focus;
      const { x, y } = moveFocus(point, before, after);
      return `${String(x)},${String(y)}`;
    },
  };
}
