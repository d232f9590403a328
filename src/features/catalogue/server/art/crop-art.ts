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
  const shown = await findPicture(context, { id, field, picture });
  return shown.ok ? openWhole(context, ...shown.value) : shown;
}

/** The picture of a place, and the one that is shown there: a title may have no picture beside its links. */
async function findPicture(
  { db, now }: RequestContext,
  { id, field, picture }: Place,
): Promise<Outcome<[picture: string, shown: string | null], ErrorCode>> {
  if ((field === 'stills') !== (picture !== undefined))
    return fail('invalid_input', { fields: { picture: 'invalid_input' } });
  const title = await readRecord(db, id, now);
  if (!title) return fail('title_not_found');
  const allowed = checkField(title, field);
  if (!allowed.ok) return allowed;
  const { pictures } = title;
  const shown = picture ?? pictures[field];
  if (picture !== undefined && !splitKeys(pictures[field]).includes(picture)) return fail('picture_none');
  const whole = field === 'social' ? (pictures.backdrop ?? pictures.art) : shown;
  return whole === null ? fail('picture_none') : ok([whole, shown]);
}

export const getTitleCrop: Service<'getTitleCrop'> = async (context, place) => {
  const whole = await openPlace(context, place);
  return whole.ok ? ok(toWholePicture(whole.value)) : whole;
};

export const setTitleCrop: Service<'setTitleCrop'> = async (context, input, operator, record) => {
  const { id, field, seen } = input;
  const whole = await openPlace(context, input);
  if (!whole.ok) return whole;
  const { source, crop: before } = whole.value;
  if (source !== input.source) return fail('title_changed', { fields: { [field]: 'title_changed' } });
  const part = await cutPart(context, whole.value, field, input);
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
  const whole = await openPlace(context, input);
  if (!whole.ok) return whole;
  const { source, crop } = whole.value;
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
