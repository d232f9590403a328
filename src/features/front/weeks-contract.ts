import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { PRINT_STATES } from '../magazines/contract.ts';
import { empty, idInput } from '../titles/contract/shapes.ts';
import { frontTitle, nameInput, revision, revInput, titleIdInput } from './contract.ts';

/** Weeks of live channels in the desk. Day 0 is Saturday; `start` and `minutes` are minutes of Tehran time. */

export const MAX_PROGRAMMES = 700;
/** Of one save: a body has at most 64 kB. */
export const MAX_ADDED_PROGRAMMES = 150;
const DAY_MINUTES = 24 * 60;
const wholeNumber = (min: number, max: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(min), v.maxValue(max));

/** `at`: minutes after Saturday's midnight, as `npm run check:schedule` counts. */
const finding = v.object({ is: v.picklist(['gap', 'overlap']), at: v.number(), minutes: v.number() });

const channel = {
  id: v.number(),
  name_fa: v.string(),
  name_en: v.string(),
  /** Its stream comes from elsewhere: the week is only its guide. */
  external: v.boolean(),
  state: v.picklist(PRINT_STATES),
};

export const listDeskChannels = defineCall({
  name: 'listDeskChannels',
  method: 'GET',
  path: '/operator/front/channels',
  summary: 'The live channels, with their programmes of a week, its gaps and overlaps counted.',
  access: { caller: 'operator', permission: 'front.read' },
  input: empty,
  output: v.object({
    data: v.array(v.object({ ...channel, programmes: v.number(), findings: v.number() })),
  }),
});

const programme = {
  day: v.number(),
  start: v.number(),
  minutes: v.number(),
  name_fa: v.string(),
  name_en: v.string(),
  title_id: v.nullable(v.number()),
  /** A folder of media that is not a title's, and the picture of the programme. */
  media: v.nullable(v.string()),
  picture: v.nullable(v.string()),
};

const week = v.object({
  ...revision,
  ...channel,
  findings: v.array(finding),
  programmes: v.array(
    v.object({
      ...programme,
      title: v.nullable(frontTitle),
      /** False: the slate is shown. */
      has_media: v.boolean(),
    }),
  ),
});
export type DeskWeek = v.InferOutput<typeof week>;

export const getChannelWeek = defineCall({
  name: 'getChannelWeek',
  method: 'GET',
  path: '/operator/front/channels/:id',
  summary: 'The week of a channel with its gaps and overlaps, and the newest 20 changes.',
  access: { caller: 'operator', permission: 'front.read' },
  input: v.object({ id: idInput }),
  output: v.object({ data: week }),
});

const folder = v.nullable(v.pipe(v.string(), v.maxLength(200)));
const programmeInput = v.object({
  day: wholeNumber(0, 6),
  start: wholeNumber(0, DAY_MINUTES - 1),
  minutes: wholeNumber(1, DAY_MINUTES),
  name_fa: nameInput,
  name_en: nameInput,
  title_id: v.nullable(titleIdInput),
  /** One that a programme has already. */
  media: folder,
  picture: folder,
});
export type ProgrammeInput = v.InferOutput<typeof programmeInput>;

/** A programme is named by the minute at which it begins. */
const time = v.object({ day: programmeInput.entries.day, start: programmeInput.entries.start });
export type ProgrammeTime = v.InferOutput<typeof time>;

export const saveChannelWeek = defineCall({
  name: 'saveChannelWeek',
  method: 'POST',
  path: '/operator/front/channels/:id',
  summary:
    'Removes programmes of a week, then adds others, on the air within a minute; refused where somebody changed the week after `rev`.',
  access: { caller: 'operator', permission: 'front.write' },
  input: v.object({
    id: idInput,
    rev: revInput,
    remove: v.pipe(v.array(time), v.maxLength(MAX_PROGRAMMES)),
    add: v.pipe(v.array(programmeInput), v.maxLength(MAX_ADDED_PROGRAMMES)),
  }),
  output: v.object({ data: week }),
});
