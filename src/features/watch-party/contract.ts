import * as v from 'valibot';
import { TITLE_KINDS } from '../../platform/kinds.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import { idInput } from '../titles/contract/shapes.ts';

export const roomId = v.pipe(v.string(), v.regex(/^[0-9a-z]{20}$/)); // Unguessable: the link is the invitation.
const title = { kind: v.picklist(TITLE_KINDS), id: idInput };

export const createRoom = defineCall({
  name: 'createRoom',
  method: 'POST',
  path: '/rooms',
  summary: 'Opens a room in which people watch a title together; only for who may watch it.',
  access: { caller: 'anyone', session: 'current', kids: 'refused', address: 'needed', cookie: 'none' },
  input: v.object(title),
  output: v.object({ data: v.object({ room: v.string() }) }),
});

export const getRoom = defineCall({
  name: 'getRoom',
  method: 'GET',
  path: '/rooms/:room',
  summary: 'What a room watches, where the visitor may join it. The room itself is a WebSocket at /rooms/:room/socket.',
  access: { caller: 'anyone', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ room: roomId }),
  output: v.object({ data: v.object({ kind: v.picklist(TITLE_KINDS), id: v.number(), people: v.number() }) }),
});

/** `at` in epoch milliseconds of the server. */
const state = v.object({ playing: v.boolean(), position: v.number(), at: v.number() });
const position = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(360_000));

export const toRoom = v.variant('type', [
  v.object({
    type: v.literal('ping'),
    sent: v.pipe(v.number(), v.finite()),
    mark: v.optional(v.pipe(v.string(), v.maxLength(40))), // The last one received: shows that it was read
  }),
  v.object({ type: v.literal('play'), position }),
  v.object({ type: v.literal('pause'), position }),
  v.object({ type: v.literal('seek'), position }),
  v.object({ type: v.literal('say'), text: v.string() }),
]);
export type ToRoom = v.InferOutput<typeof toRoom>;

/** `by` is a viewer's number; `name` may be empty. */
export const fromRoom = v.variant('type', [
  v.object({
    type: v.literal('welcome'),
    ...{ you: v.number(), people: v.number(), state, now: v.number(), mark: v.string() },
  }),
  v.object({ type: v.literal('pong'), sent: v.number(), now: v.number(), mark: v.string() }),
  v.object({ type: v.literal('people'), people: v.number() }),
  v.object({
    type: v.literal('state'),
    ...{ by: v.number(), name: v.string() },
    did: v.picklist(['play', 'pause', 'seek']),
    state,
  }),
  v.object({ type: v.literal('said'), by: v.number(), name: v.string(), text: v.string(), at: v.number() }),
  v.object({ type: v.literal('refused'), why: v.picklist(['said_too_fast', 'changed_too_fast', 'invalid']) }),
]);
export type FromRoom = v.InferOutput<typeof fromRoom>;
