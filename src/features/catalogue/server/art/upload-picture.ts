import type * as calls from '../../art-contract.ts';
import { fail } from '../../../../platform/outcome.ts';
import type { UploadService } from '../../../staff/server/serve-operator.ts';
import { MAX_STILLS, PICTURE_KINDS, splitKeys } from '../../art-fields.ts';
import { readRecord } from '../read-record.ts';
import { checkField, editArt } from './edit-art.ts';
import { receivePicture } from './receive-picture.ts';

export const uploadTitlePicture: UploadService<typeof calls.uploadTitlePicture> = async (
  context,
  { id, field, seen, source },
  operator,
  record,
  upload,
) => {
  const title = await readRecord(context.db, id, context.now);
  if (!title) return fail('title_not_found');
  const allowed = checkField(title, field);
  if (!allowed.ok) return allowed;
  const stills = splitKeys(seen);
  if (field === 'stills' && stills.length >= MAX_STILLS) return fail('picture_stills');
  const picture = await receivePicture(context, upload, PICTURE_KINDS[field]);
  if (!picture.ok) return picture;
  const after = field === 'stills' ? [...new Set([...stills, picture.value])].join(',') : picture.value;
  return editArt(context, { id, field, seen, after, reason: source }, operator, record);
};
