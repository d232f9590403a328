import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { empty } from '../titles/contract/shapes.ts';
import { parseStreamId } from './stream-id.ts';

export const streamId = v.pipe(
  v.string(),
  v.maxLength(60),
  v.check((text) => parseStreamId(text) !== null),
);
export const RELEASE_STREAM_PATH = '/plays/release';

export const holdStream = defineCall({
  name: 'holdStream',
  method: 'POST',
  path: '/plays/hold',
  summary: 'Begins or continues a stream. `streams_full`: the plan’s streams are in use; `stream_stopped`: by another.',
  /** `instead`: an own stream that this player has left for `stream`. */
  access: { caller: 'user', session: 'current', kids: 'allowed', address: 'optional', cookie: 'none' },
  input: v.object({ stream: streamId, instead: v.optional(streamId) }),
  output: v.object({ data: v.object({ ends_at: v.number() }) }),
});

const stream = v.object({
  stream: v.string(),
  browser: v.string(),
  system: v.string(),
  /** Null for a title that no longer exists. */
  name_fa: v.nullable(v.string()),
  name_en: v.nullable(v.string()),
  began_at: v.number(),
});
export type StreamView = v.InferOutput<typeof stream>;

export const getStreams = defineCall({
  name: 'getStreams',
  method: 'GET',
  path: '/my/streams',
  summary: 'What the account’s devices play now, the newest first, and how many streams its plan has; 0: no limit.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: empty,
  output: v.object({ data: v.object({ limit: v.number(), streams: v.array(stream) }) }),
});

export const stopStream = defineCall({
  name: 'stopStream',
  method: 'POST',
  path: '/my/streams/stop',
  summary: 'Stops a stream of another device for good: its address ends within seconds.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ stream: streamId }),
  output: v.object({ data: v.object({ stopped: v.number() }) }),
});

export const releaseStream = defineCall({
  name: 'releaseStream',
  method: 'POST',
  path: RELEASE_STREAM_PATH,
  summary: 'Ends one’s own stream when the player closes; the same stream may begin again.',
  access: { caller: 'user', session: 'current', kids: 'allowed', address: 'optional', cookie: 'none' },
  input: v.object({ stream: streamId }),
  output: v.object({ data: v.object({ released: v.number() }) }),
});
