import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { reason } from '../../platform/http/calls/reason.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { MAX_PICTURE_BYTES } from '../titles/picture-rules.ts';
import { nameInput, revision, revInput } from './contract.ts';
import { momentInput } from './front-windows.ts';
import { noteInput } from './magazines-contract.ts';

/** Issues of magazines in the desk. Epoch seconds; a day is Gregorian, as `2026-11-21`. */

export const MAX_ISSUE_NUMBER = 99_999;

const isDay = (text: string) => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};
const facts = {
  date: v.pipe(v.string(), v.regex(/^(?:18|19|20)\d\d-\d\d-\d\d$/), v.check(isDay)),
  name_fa: nameInput,
  name_en: nameInput,
};
export type IssueFacts = v.InferOutput<v.ObjectSchema<typeof facts, undefined>>;

const issue = {
  magazine_id: v.number(),
  /** With the magazine its key and its place on the page. */
  number: v.number(),
  date: v.string(),
  name_fa: v.string(),
  name_en: v.string(),
  art: v.nullable(v.string()),
  state: v.picklist(['released', 'scheduled', 'draft', 'hidden']),
  /** From when on it is shown; null: always. */
  starts_at: v.nullable(v.number()),
};
const listedIssue = v.object(issue);
export type ListedIssue = v.InferOutput<typeof listedIssue>;

export const listDeskIssues = defineCall({
  name: 'listDeskIssues',
  method: 'GET',
  path: '/operator/front/magazines/:id/issues',
  summary:
    'Issues of a magazine, drafts, planned and hidden ones too, the newest number first, 50 a page, with the gaps.',
  access: { caller: 'operator', permission: 'front.read' },
  /** The number that the page before ended with. */
  input: v.object({ id: idInput, before: v.optional(v.pipe(idInput, v.minValue(1))) }),
  output: v.object({
    data: v.array(listedIssue),
    next: v.nullable(v.number()),
    /** Numbers between the first issue and the newest that none has, at most 100 runs. */
    gaps: v.array(v.object({ from: v.number(), to: v.number() })),
    newest: v.nullable(v.number()),
  }),
});

const deskIssue = v.object({ ...issue, ...revision });
export type DeskIssue = v.InferOutput<typeof deskIssue>;
const answer = v.object({ data: deskIssue });

/** `id`: of the magazine. */
const key = { id: idInput, number: v.pipe(idInput, v.minValue(1), v.maxValue(MAX_ISSUE_NUMBER)) };

export const getDeskIssue = defineCall({
  name: 'getDeskIssue',
  method: 'GET',
  path: '/operator/front/magazines/:id/issues/:number',
  summary: 'An issue with the newest 20 changes.',
  access: { caller: 'operator', permission: 'front.read' },
  input: v.object(key),
  output: answer,
});

export const createIssue = defineCall({
  name: 'createIssue',
  method: 'POST',
  path: '/operator/front/magazines/:id/issues',
  summary: 'Makes a draft of an issue; the same facts again are the same one, a number that is in use is refused.',
  access: { caller: 'operator', permission: 'front.write' },
  input: v.object({ ...key, ...facts }),
  output: answer,
});

export const saveIssue = defineCall({
  name: 'saveIssue',
  method: 'POST',
  path: '/operator/front/magazines/:id/issues/:number',
  summary: 'Writes the names and the day of an issue; refused where somebody changed it after `rev`.',
  access: { caller: 'operator', permission: 'front.write' },
  input: v.object({ ...key, rev: revInput, ...facts }),
  output: answer,
});

export const publishIssue = defineCall({
  name: 'publishIssue',
  method: 'POST',
  path: '/operator/front/magazines/:id/issues/:number/publish',
  summary: 'Shows an issue at once, or from `starts_at` on; a past time is the present one.',
  access: { caller: 'operator', permission: 'front.write' },
  input: v.object({ ...key, rev: revInput, starts_at: v.optional(v.nullable(momentInput), null), reason: noteInput }),
  output: answer,
});

export const hideIssue = defineCall({
  name: 'hideIssue',
  method: 'POST',
  path: '/operator/front/magazines/:id/issues/:number/hide',
  summary: 'Takes an issue from every page, or withdraws its plan.',
  access: { caller: 'operator', permission: 'front.write' },
  input: v.object({ ...key, rev: revInput, reason }),
  output: answer,
});

export const uploadIssueCover = defineCall({
  name: 'uploadIssueCover',
  method: 'POST',
  path: '/operator/front/magazines/:id/issues/:number/cover',
  summary: 'Stores the cover of an issue, by the checks of an import; refused where somebody changed it after `rev`.',
  access: { caller: 'operator', permission: 'front.write' },
  upload: MAX_PICTURE_BYTES,
  input: v.object({ ...key, rev: idInput }),
  output: answer,
});

export const removeIssueCover = defineCall({
  name: 'removeIssueCover',
  method: 'POST',
  path: '/operator/front/magazines/:id/issues/:number/cover/remove',
  summary: 'Takes the cover from an issue; the file stays for an undo.',
  access: { caller: 'operator', permission: 'front.write' },
  input: v.object({ ...key, rev: revInput }),
  output: answer,
});
