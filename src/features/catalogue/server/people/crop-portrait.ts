import type * as calls from '../../portrait-contract.ts';
import type { RequestContext } from '../../../../platform/http/calls/context.ts';
import { fail, ok } from '../../../../platform/outcome.ts';
import type { OperatorService } from '../../../staff/server/serve-operator.ts';
import type { Crop } from '../../crop.ts';
import { cutPart, followCrop, openWhole, toWholePicture } from '../art/cut-part.ts';
import { editPerson, readPortrait } from './edit-portrait.ts';

type Service<Call extends Exclude<keyof typeof calls, 'PERSON_FIELDS'>> = OperatorService<(typeof calls)[Call]>;

async function openPortrait(context: RequestContext, id: number): ReturnType<typeof openWhole> {
  const person = await readPortrait(context.db, id);
  if (!person) return fail('cast_unknown');
  return person.portrait === null ? fail('picture_none') : openWhole(context, person.portrait);
}

export const getPortraitCrop: Service<'getPortraitCrop'> = async (context, { id }) => {
  const original = await openPortrait(context, id);
  return original.ok ? ok(toWholePicture(original.value)) : original;
};

export const setPortraitCrop: Service<'setPortraitCrop'> = async (context, input, operator, record) => {
  const { id, seen } = input;
  const original = await openPortrait(context, id);
  if (!original.ok) return original;
  const { source, crop: before } = original.value;
  if (source !== input.source) return fail('title_changed', { fields: { portrait: 'title_changed' } });
  const part = await cutPart(context, original.value, 'portrait', input);
  if (!part.ok) return part;
  const { key, crop } = part.value;
  return editPerson(
    context,
    { id, field: 'portrait', seen, after: key, follow: follow(before, crop) },
    operator,
    record,
  );
};

export const removePortraitCrop: Service<'removePortraitCrop'> = async (context, { id, seen }, operator, record) => {
  const original = await openPortrait(context, id);
  if (!original.ok) return original;
  const { source, crop } = original.value;
  return editPerson(
    context,
    { id, field: 'portrait', seen, after: source, follow: follow(crop, null) },
    operator,
    record,
  );
};

const follow = (before: Crop | null, after: Crop | null) => (focus: string | null) =>
  focus === null ? null : { after: followCrop(focus, before, after) };
