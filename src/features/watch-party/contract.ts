import * as v from 'valibot';
import { TITLE_KINDS } from '../../platform/kinds.ts';
import { defineCall } from '../../platform/http/call.ts';
import { idInput } from '../titles/contract/shapes.ts';

/** The name of a room: whoever knows it may ask to join. */
export const roomId = v.pipe(v.string(), v.regex(/^[0-9a-z]{20}$/));
const title = { kind: v.picklist(TITLE_KINDS), id: idInput };

export const createRoom = defineCall({
  name: 'createRoom',
  method: 'POST',
  path: '/rooms',
  summary: 'Opens a room in which people watch a title together; only for who may watch it.',
  input: v.object(title),
  output: v.object({ data: v.object({ room: v.string() }) }),
});

export const getRoom = defineCall({
  name: 'getRoom',
  method: 'GET',
  path: '/rooms/:room',
  summary: 'What a room watches, where the visitor may join it. The room itself is a WebSocket at /rooms/:room/socket.',
  input: v.object({ room: roomId }),
  output: v.object({ data: v.object({ kind: v.picklist(TITLE_KINDS), id: v.number(), people: v.number() }) }),
});

/** Where a room is: seconds of the title at an instant of the server's clock (epoch milliseconds). */
const state = v.object({ playing: v.boolean(), position: v.number(), at: v.number() });
const position = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(360_000));

/** What a browser may send to a room. */
export const toRoom = v.variant('type', [
  /** The clock: `sent` comes back with the server's time. */
  v.object({ type: v.literal('ping'), sent: v.pipe(v.number(), v.finite()) }),
  v.object({ type: v.literal('play'), position }),
  v.object({ type: v.literal('pause'), position }),
  v.object({ type: v.literal('seek'), position }),
  v.object({ type: v.literal('say'), text: v.string() }),
]);
export type ToRoom = v.InferOutput<typeof toRoom>;

/** What a room sends. `by` is the number of somebody in it; `name` is empty for who gave none. */
export const fromRoom = v.variant('type', [
  v.object({ type: v.literal('welcome'), you: v.number(), people: v.number(), state, now: v.number() }),
  v.object({ type: v.literal('pong'), sent: v.number(), now: v.number() }),
  v.object({ type: v.literal('people'), people: v.number() }),
  /** What somebody did, and where the room is since; `by` 0 is the room itself, which only reminds. */
  v.object({
    type: v.literal('state'),
    ...{ by: v.number(), name: v.string() },
    did: v.picklist(['play', 'pause', 'seek']),
    state,
  }),
  v.object({ type: v.literal('said'), by: v.number(), name: v.string(), text: v.string(), at: v.number() }),
  /** What was sent is not carried out: too often, or not to be read. */
  v.object({ type: v.literal('refused'), why: v.picklist(['said_too_fast', 'changed_too_fast', 'invalid']) }),
]);
export type FromRoom = v.InferOutput<typeof fromRoom>;
