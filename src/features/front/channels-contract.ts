import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { buildTextInput, reason } from '../../platform/http/calls/reason.ts';
import { MAX_LINK_CHARS } from '../../platform/text/safe-link.ts';
import { PRINT_STATES } from '../magazines/contract.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { MAX_PICTURE_BYTES } from '../titles/picture-rules.ts';
import { LIST_KEY, nameInput, revision, revInput } from './contract.ts';
import { MAX_SYNOPSIS_CHARS, noteInput } from './magazines-contract.ts';

/** Live channels in the desk; their weeks are parts of their own. */

export const CHANNEL_ACCESS = ['free', 'subscription'] as const;

const facts = {
  name_fa: nameInput,
  name_en: nameInput,
  synopsis_fa: buildTextInput(0, MAX_SYNOPSIS_CHARS),
  synopsis_en: buildTextInput(0, MAX_SYNOPSIS_CHARS),
  /** An HLS playlist; null: the programmes of its week. */
  stream_url: v.nullable(buildTextInput(1, MAX_LINK_CHARS)),
  access: v.picklist(CHANNEL_ACCESS),
};
export type ChannelFacts = v.InferOutput<v.ObjectSchema<typeof facts, undefined>>;

const deskChannel = v.object({
  id: v.number(),
  slug: v.string(),
  ...{ name_fa: v.string(), name_en: v.string(), synopsis_fa: v.string(), synopsis_en: v.string() },
  stream_url: v.nullable(v.string()),
  access: v.picklist(CHANNEL_ACCESS),
  art: v.nullable(v.string()),
  state: v.picklist(PRINT_STATES),
  ...revision,
});
export type DeskChannel = v.InferOutput<typeof deskChannel>;
const answer = v.object({ data: deskChannel });

export const getDeskChannel = defineCall({
  name: 'getDeskChannel',
  method: 'GET',
  path: '/operator/front/channels/:id/record',
  summary: 'A live channel without its week, with the newest 20 changes.',
  access: { caller: 'operator', permission: 'front.read' },
  input: v.object({ id: idInput }),
  output: answer,
});

export const createChannel = defineCall({
  name: 'createChannel',
  method: 'POST',
  path: '/operator/front/channels',
  summary: 'Makes a draft of a live channel; the same facts again are the same one, an address in use is refused.',
  access: { caller: 'operator', permission: 'front.write' },
  input: v.object({ slug: v.pipe(v.string(), v.regex(LIST_KEY)), ...facts }),
  output: v.object({ data: v.object({ id: v.number() }) }),
});

export const saveChannel = defineCall({
  name: 'saveChannel',
  method: 'POST',
  path: '/operator/front/channels/:id/record',
  summary: 'Writes names, texts, source and access of a channel; refused where somebody changed it after `rev`.',
  access: { caller: 'operator', permission: 'front.write' },
  input: v.object({ id: idInput, rev: revInput, ...facts }),
  output: answer,
});

export const publishChannel = defineCall({
  name: 'publishChannel',
  method: 'POST',
  path: '/operator/front/channels/:id/publish',
  summary: 'Shows a live channel, at once.',
  access: { caller: 'operator', permission: 'front.write' },
  input: v.object({ id: idInput, rev: revInput, reason: noteInput }),
  output: answer,
});

export const hideChannel = defineCall({
  name: 'hideChannel',
  method: 'POST',
  path: '/operator/front/channels/:id/hide',
  summary: 'Takes a live channel from every page and ends its stream within half a minute.',
  access: { caller: 'operator', permission: 'front.write' },
  input: v.object({ id: idInput, rev: revInput, reason }),
  output: answer,
});

export const uploadChannelLogo = defineCall({
  name: 'uploadChannelLogo',
  method: 'POST',
  path: '/operator/front/channels/:id/logo',
  summary: 'Stores the logo of a channel, by the checks of an import; refused where somebody changed it after `rev`.',
  access: { caller: 'operator', permission: 'front.write' },
  upload: MAX_PICTURE_BYTES,
  input: v.object({ id: idInput, rev: idInput }),
  output: answer,
});

export const removeChannelLogo = defineCall({
  name: 'removeChannelLogo',
  method: 'POST',
  path: '/operator/front/channels/:id/logo/remove',
  summary: 'Takes the logo from a channel; the file stays for an undo.',
  access: { caller: 'operator', permission: 'front.write' },
  input: v.object({ id: idInput, rev: revInput }),
  output: answer,
});
