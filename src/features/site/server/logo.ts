import type { uploadSiteLogo as call } from '../texts-contract.ts';
import { LOGO_FORMATS, THEMES, type BrandValue } from '../brand-rules.ts';
import type { Fault } from '../house-rules.ts';
import { PICTURE_CODES } from '../../catalogue/picture-codes.ts';
import { storePicture } from '../../images/server/store-picture.ts';
import type { UploadService } from '../../staff/server/serve-operator.ts';
import { findPictureFault, PICTURE_ENDS } from '../../titles/picture-rules.ts';
import type { Env } from '../../../platform/config/env.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { PICTURE_TYPES, type PictureFormat } from '../../../platform/media/picture-file.ts';

const MAX_RATIO_DIGITS = 3;

export const uploadSiteLogo: UploadService<typeof call> = async ({ env }, _input, _operator, record, upload) => {
  const bytes = await upload.read();
  if (bytes === null) return fail('picture_large');
  const isNamed = (format: PictureFormat) => upload.type.split(';')[0]?.trim().toLowerCase() === PICTURE_TYPES[format];
  const { fault, format, width, height } = findPictureFault(bytes, 'wordmark', isNamed);
  if (fault !== null || format === null) return fail(PICTURE_CODES[fault ?? 'format']);
  if (!LOGO_FORMATS.includes(format)) return fail('site_logo_format');
  const [end = ''] = PICTURE_ENDS[format];
  const art = await storePicture(env, bytes, { kind: 'wordmark', format, end });
  if (art === null) return fail('picture_damaged');
  record({ after: { art } });
  return ok({ data: { art, ratio: Number((width / height).toFixed(MAX_RATIO_DIGITS)) } });
};

/** A key without a stored picture would leave the header of every page empty. */
export async function findMissingLogos({ MEDIA }: Pick<Env, 'MEDIA'>, value: BrandValue) {
  const faults: Record<string, Fault> = {};
  for (const theme of THEMES) {
    const logo = value[`logo_${theme}`];
    if (logo !== null && (await MEDIA.head(`art/${logo.art}.png`)) === null)
      faults[`logo_${theme}`] = 'site_logo_missing';
  }
  return faults;
}
