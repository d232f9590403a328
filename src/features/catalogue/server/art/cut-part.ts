import { sql } from 'drizzle-orm';
import type { RequestContext } from '../../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../../platform/http/calls/errors.ts';
import { retryWrite } from '../../../../platform/http/faults/d1-errors.ts';
import { fail, ok, type Outcome } from '../../../../platform/outcome.ts';
import { storeCrop } from '../../../images/server/crop-picture.ts';
import { findLargest } from '../../../images/server/picture-files.ts';
import { readFocus } from '../../art-fields.ts';
import {
  CROP_RATIOS,
  findCropFault,
  moveFocus,
  roundCrop,
  type Crop,
  type CropFault,
  type CropTarget,
  type Size,
} from '../../crop.ts';
import { readCrops } from './read-crops.ts';

const CODES: Record<CropFault, ErrorCode> = {
  outside: 'picture_crop',
  ratio: 'picture_crop',
  small: 'picture_crop_small',
};

interface Whole {
  source: string;
  size: Size;
  crop: Crop | null;
}

/** The whole picture behind `picture`, and the part of it that `current` is. */
export async function openWhole(
  { db, env }: Pick<RequestContext, 'db' | 'env'>,
  picture: string,
  current: string | null = picture,
): Promise<Outcome<Whole, ErrorCode>> {
  const crops = await readCrops(db, [picture, current]);
  const source = crops.get(picture)?.source ?? picture;
  const size = await findLargest(env, source);
  if (size === null) return fail('picture_none');
  return ok({ source, size, crop: crops.get(current ?? '')?.crop ?? null });
}

export const toWholePicture = ({ source, size: { width, height }, crop }: Whole) => ({
  data: { source, width, height, crop },
});

/** The numbers are stored before a row names the part: `picture_crops` says of each key what it was cut from. */
export async function cutPart(
  { db, env, now }: RequestContext,
  { source, size }: Whole,
  place: CropTarget,
  part: Crop,
): Promise<Outcome<{ key: string; crop: Crop }, ErrorCode>> {
  const crop = roundCrop(part);
  const fault = findCropFault(crop, place, size);
  if (fault !== null) return fail(CODES[fault]);
  const ratio = CROP_RATIOS[place];
  const key = await storeCrop(env, { source, ratio, crop });
  if (key === null) return fail('picture_none');
  const { x, y, width, height } = crop;
  await retryWrite(() =>
    db.run(sql`INSERT INTO picture_crops (key, source, ratio, x, y, width, height, created_at)
      VALUES (${key}, ${source}, ${ratio}, ${x}, ${y}, ${width}, ${height}, ${now}) ON CONFLICT DO NOTHING`),
  );
  return ok({ key, crop });
}

/** The focal point stays at its place of the picture, which is another one in percent of the part that is shown. */
export function followCrop(focus: string, before: Crop | null, after: Crop | null): string {
  const point = readFocus(focus);
  if (point === null) return focus;
  const { x, y } = moveFocus(point, before, after);
  return `${String(x)},${String(y)}`;
}
