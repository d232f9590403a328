import type { RequestContext } from '../../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../../platform/http/calls/errors.ts';
import type { ArtKind } from '../../../../platform/image-widths.ts';
import { PICTURE_TYPES, type PictureFormat } from '../../../../platform/media/picture-file.ts';
import { fail, ok, type Outcome } from '../../../../platform/outcome.ts';
import { storePicture } from '../../../images/server/store-picture.ts';
import type { Upload } from '../../../staff/server/serve-operator.ts';
import { findPictureFault, PICTURE_ENDS } from '../../../titles/picture-rules.ts';
import { PICTURE_CODES } from '../../picture-codes.ts';

/** Checks a picture as an import does, stores it in all widths, and gives its key: no visitor meets one that is half there. */
export async function receivePicture(
  { env }: Pick<RequestContext, 'env'>,
  upload: Upload,
  kind: ArtKind,
): Promise<Outcome<string, ErrorCode>> {
  const bytes = await upload.read();
  if (bytes === null) return fail(PICTURE_CODES.too_large);
  const isNamed = (format: PictureFormat) => upload.type.split(';')[0]?.trim().toLowerCase() === PICTURE_TYPES[format];
  const { fault, format } = findPictureFault(bytes, kind, isNamed);
  if (fault !== null || format === null) return fail(PICTURE_CODES[fault ?? 'format']);
  const [end = ''] = PICTURE_ENDS[format];
  const key = await storePicture(env, bytes, { kind, format, end });
  return key === null ? fail('picture_damaged') : ok(key);
}
