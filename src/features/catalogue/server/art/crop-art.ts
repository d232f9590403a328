import type * as calls from '../../art-contract.ts';
import type { RequestContext } from '../../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../../platform/outcome.ts';
import type { OperatorService } from '../../../staff/server/serve-operator.ts';
import { splitKeys } from '../../art-fields.ts';
import type { Crop, CropField } from '../../crop.ts';
import { readRecord } from '../read-record.ts';
import { cutPart, followCrop, openWhole, toWholePicture } from './cut-part.ts';
import { checkField, editArt } from './edit-art.ts';

type Service<Call extends keyof typeof calls> = OperatorService<(typeof calls)[Call]>;

interface Place {
  id: number;
  field: CropField;
  picture?: string | undefined;
}

async function openPlace(context: RequestContext, { id, field, picture }: Place): ReturnType<typeof openWhole> {
  const current = await findPicture(context, { id, field, picture });
  return current.ok ? openWhole(context, ...current.value) : current;
}

/** The picture of a place, and the one that is shown there: a title may have no picture beside its links. */
async function findPicture(
  { db, now }: RequestContext,
  { id, field, picture }: Place,
): Promise<Outcome<[picture: string, current: string | null], ErrorCode>> {
  if ((field === 'stills') !== (picture !== undefined))
    return fail('invalid_input', { fields: { picture: 'invalid_input' } });
  const title = await readRecord(db, id, now);
  if (!title) return fail('title_not_found');
  const allowed = checkField(title, field);
  if (!allowed.ok) return allowed;
  const { pictures } = title;
  const current = picture ?? pictures[field];
  if (picture !== undefined && !splitKeys(pictures[field]).includes(picture)) return fail('picture_none');
  const original = field === 'social' ? (pictures.backdrop ?? pictures.art) : current;
  return original === null ? fail('picture_none') : ok([original, current]);
}

export const getTitleCrop: Service<'getTitleCrop'> = async (context, place) => {
  const original = await openPlace(context, place);
  return original.ok ? ok(toWholePicture(original.value)) : original;
};

export const setTitleCrop: Service<'setTitleCrop'> = async (context, input, operator, record) => {
  const { id, field, seen } = input;
  const original = await openPlace(context, input);
  if (!original.ok) return original;
  const { source, crop: before } = original.value;
  if (source !== input.source) return fail('title_changed', { fields: { [field]: 'title_changed' } });
  const part = await cutPart(context, original.value, field, input);
  if (!part.ok) return part;
  const { key, crop } = part.value;
  return editArt(
    context,
    { id, field, seen, after: replace(input, key), ...follow(field, before, crop) },
    operator,
    record,
  );
};

export const removeTitleCrop: Service<'removeTitleCrop'> = async (context, input, operator, record) => {
  const { id, field, seen } = input;
  const original = await openPlace(context, input);
  if (!original.ok) return original;
  const { source, crop } = original.value;
  const after = field === 'social' ? null : replace(input, source);
  return editArt(context, { id, field, seen, after, ...follow(field, crop, null) }, operator, record);
};

/** The value of a field with another picture at the place; a list names a picture once. */
function replace({ picture, seen }: Place & { seen: string }, key: string): string {
  if (picture === undefined) return key;
  return [...new Set(splitKeys(seen).map((one) => (one === picture ? key : one)))].join(',');
}

function follow(field: CropField, before: Crop | null, after: Crop | null) {
  return field === 'backdrop' ? { moveFocus: (focus: string) => followCrop(focus, before, after) } : {};
}
