import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { MAX_PICTURE_BYTES } from '../titles/picture-rules.ts';
import { crop, pictureKey, wholePicture } from './crop-shapes.ts';

/** Portraits of people who are credited, in the desk. */

export const PERSON_FIELDS = ['portrait', 'focus'] as const;
export type PersonField = (typeof PERSON_FIELDS)[number];

const personChange = v.object({
  id: v.number(),
  field: v.picklist(PERSON_FIELDS),
  before: v.nullable(v.string()),
  after: v.nullable(v.string()),
  operator: v.string(),
  created_at: v.number(),
  /** The change that this one took back. */
  undoes: v.nullable(v.number()),
  may_undo: v.boolean(),
});
const answer = v.object({
  data: v.object({
    id: v.number(),
    name_fa: v.string(),
    name_en: v.string(),
    /** The key of the picture. */
    portrait: v.nullable(v.string()),
    is_cropped: v.boolean(),
    /** `50,20`: percent from its left and its top. */
    focus: v.nullable(v.string()),
    /** The newest 20. */
    changes: v.array(personChange),
  }),
});
export type Portrait = v.InferOutput<typeof answer>['data'];

const person = v.pipe(idInput, v.minValue(1));
/** The value that was seen; an empty text for none. Another value by now is refused. */
const seen = v.pipe(v.string(), v.maxLength(120));
const percent = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(100));
const access = { caller: 'operator', permission: 'titles.write' } as const;

export const getPortrait = defineCall({
  name: 'getPortrait',
  method: 'GET',
  path: '/operator/cast/:id/portrait',
  summary: 'The portrait of a person with its focal point, and the newest 20 changes of them.',
  access: { caller: 'operator', permission: 'titles.read' },
  input: v.object({ id: person }),
  output: answer,
});

export const uploadPortrait = defineCall({
  name: 'uploadPortrait',
  method: 'POST',
  path: '/operator/cast/:id/portrait',
  summary: 'Stores a portrait, by the checks of pictures of titles.',
  access,
  upload: MAX_PICTURE_BYTES,
  input: v.object({ id: person, seen }),
  output: answer,
});

export const removePortrait = defineCall({
  name: 'removePortrait',
  method: 'POST',
  path: '/operator/cast/:id/portrait/remove',
  summary: 'Takes the portrait from a person; the file stays for an undo.',
  access,
  input: v.object({ id: person, seen }),
  output: answer,
});

export const setPortraitFocus = defineCall({
  name: 'setPortraitFocus',
  method: 'POST',
  path: '/operator/cast/:id/portrait/focus',
  summary: 'Sets the focal point of a portrait, in whole percent from its left and its top.',
  access,
  input: v.object({ id: person, x: percent, y: percent, seen }),
  output: answer,
});

export const getPortraitCrop = defineCall({
  name: 'getPortraitCrop',
  method: 'GET',
  path: '/operator/cast/:id/portrait/crop',
  summary: 'The whole picture behind a portrait with its pixels, and the part of it that is shown, in fractions.',
  access: { caller: 'operator', permission: 'titles.read' },
  input: v.object({ id: person }),
  output: wholePicture,
});

export const setPortraitCrop = defineCall({
  name: 'setPortraitCrop',
  method: 'POST',
  path: '/operator/cast/:id/portrait/crop',
  summary:
    'Shows a square part of a portrait, in fractions of the whole picture. The original stays, all sizes are made of the part, and the focal point moves with it.',
  access,
  isSlow: true,
  input: v.object({ id: person, source: pictureKey, seen, ...crop.entries }),
  output: answer,
});

export const removePortraitCrop = defineCall({
  name: 'removePortraitCrop',
  method: 'POST',
  path: '/operator/cast/:id/portrait/crop/remove',
  summary: 'Shows the whole portrait again, by its focal point.',
  access,
  input: v.object({ id: person, seen }),
  output: answer,
});

export const undoPersonChange = defineCall({
  name: 'undoPersonChange',
  method: 'POST',
  path: '/operator/cast/:id/changes/:change/undo',
  summary:
    'Gives a portrait or its focal point the value before a change; refused where it was changed since. A crop takes its focal point back with it.',
  access,
  input: v.object({ id: person, change: idInput }),
  output: answer,
});
