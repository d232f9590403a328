import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { buildTextInput, MAX_REASON_CHARS, reason } from '../../platform/http/calls/reason.ts';
import { PRINT_STATES } from '../magazines/contract.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { MAX_PICTURE_BYTES } from '../titles/picture-rules.ts';
import { LIST_KEY, nameInput, revision, revInput } from './contract.ts';

/** Magazines in the desk; the newspaper and the studio are among them, and stay on the site. */

export const MAX_SYNOPSIS_CHARS = 600;

/** A publication has a reason where somebody writes one. */
export const noteInput = v.optional(buildTextInput(0, MAX_REASON_CHARS), '');

const texts = {
  title: nameInput,
  title_en: nameInput,
  synopsis_fa: buildTextInput(0, MAX_SYNOPSIS_CHARS),
  synopsis_en: buildTextInput(0, MAX_SYNOPSIS_CHARS),
};
export type MagazineTexts = v.InferOutput<v.ObjectSchema<typeof texts, undefined>>;

const listedMagazine = v.object({
  id: v.number(),
  slug: v.string(),
  kind: v.picklist(['magazine', 'newspaper', 'studio']),
  title: v.string(),
  title_en: v.string(),
  state: v.picklist(PRINT_STATES),
  /** As visitors see it: its own, or that of the newest issue. */
  cover: v.nullable(v.string()),
  issues: v.number(),
});
export type ListedMagazine = v.InferOutput<typeof listedMagazine>;

export const listDeskMagazines = defineCall({
  name: 'listDeskMagazines',
  method: 'GET',
  path: '/operator/front/magazines',
  summary: 'Magazines, drafts and hidden ones too, the newest number first, 50 a page, with how many issues each has.',
  access: { caller: 'operator', permission: 'front.read' },
  /** The id that the page before ended with. */
  input: v.object({ before: v.optional(v.pipe(idInput, v.minValue(1))) }),
  output: v.object({ data: v.array(listedMagazine), next: v.nullable(v.number()) }),
});

const deskMagazine = v.object({
  ...listedMagazine.entries,
  synopsis_fa: v.string(),
  synopsis_en: v.string(),
  /** Its own cover; null: that of the newest issue. */
  art: v.nullable(v.string()),
  ...revision,
});
export type DeskMagazine = v.InferOutput<typeof deskMagazine>;
const answer = v.object({ data: deskMagazine });

export const getDeskMagazine = defineCall({
  name: 'getDeskMagazine',
  method: 'GET',
  path: '/operator/front/magazines/:id',
  summary: 'A magazine with the newest 20 changes.',
  access: { caller: 'operator', permission: 'front.read' },
  input: v.object({ id: idInput }),
  output: answer,
});

export const createMagazine = defineCall({
  name: 'createMagazine',
  method: 'POST',
  path: '/operator/front/magazines',
  summary: 'Makes a draft of a magazine; the same facts again are the same one, an address that is in use is refused.',
  access: { caller: 'operator', permission: 'front.write' },
  input: v.object({ slug: v.pipe(v.string(), v.regex(LIST_KEY)), ...texts }),
  output: v.object({ data: v.object({ id: v.number() }) }),
});

export const saveMagazine = defineCall({
  name: 'saveMagazine',
  method: 'POST',
  path: '/operator/front/magazines/:id',
  summary: 'Writes the names and texts of a magazine; refused where somebody changed it after `rev`.',
  access: { caller: 'operator', permission: 'front.write' },
  input: v.object({ id: idInput, rev: revInput, ...texts }),
  output: answer,
});

export const publishMagazine = defineCall({
  name: 'publishMagazine',
  method: 'POST',
  path: '/operator/front/magazines/:id/publish',
  summary: 'Shows a magazine with its issues, at once.',
  access: { caller: 'operator', permission: 'front.write' },
  input: v.object({ id: idInput, rev: revInput, reason: noteInput }),
  output: answer,
});

export const hideMagazine = defineCall({
  name: 'hideMagazine',
  method: 'POST',
  path: '/operator/front/magazines/:id/hide',
  summary:
    'Takes a magazine with its issues from every page; not the newspaper and the studio, to which the menu leads.',
  access: { caller: 'operator', permission: 'front.write' },
  input: v.object({ id: idInput, rev: revInput, reason }),
  output: answer,
});

export const uploadMagazineCover = defineCall({
  name: 'uploadMagazineCover',
  method: 'POST',
  path: '/operator/front/magazines/:id/cover',
  summary: 'Stores a cover of a magazine, by the checks of an import; refused where somebody changed it after `rev`.',
  access: { caller: 'operator', permission: 'front.write' },
  upload: MAX_PICTURE_BYTES,
  input: v.object({ id: idInput, rev: idInput }),
  output: answer,
});

export const removeMagazineCover = defineCall({
  name: 'removeMagazineCover',
  method: 'POST',
  path: '/operator/front/magazines/:id/cover/remove',
  summary: 'Takes its own cover from a magazine, which then has that of its newest issue; the file stays for an undo.',
  access: { caller: 'operator', permission: 'front.write' },
  input: v.object({ id: idInput, rev: revInput }),
  output: answer,
});
