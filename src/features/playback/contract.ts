import * as v from 'valibot';
import { defineCall } from '../../platform/http/call.ts';
import { TITLE_KINDS, type TitleKind } from '../../platform/kinds.ts';
import { KEY_SYSTEMS } from '../../platform/media/key-systems.ts';
import { streamId } from '../streams/contract.ts';
import { idInput } from '../titles/contract/shapes.ts';

export const renewPlay = defineCall({
  name: 'renewPlay',
  method: 'POST',
  path: '/plays/renew',
  summary: 'Signs the addresses of a title’s media anew, before the ones in use expire.',
  input: v.object({ kind: v.picklist(TITLE_KINDS), id: idInput, stream: v.optional(streamId) }),
  output: v.object({
    data: v.nullable(
      v.object({
        manifest_url: v.string(),
        /** Epoch seconds, as is `now`, the server's clock. */
        expires_at: v.number(),
        now: v.nullable(v.number()),
      }),
    ),
  }),
});

/** Seconds after the page's last call until a receiver's address ends, and between its calls. */
export const CAST_SECONDS = 5 * 60;
export const CAST_RENEW_SECONDS = 2 * 60;

export const castAddress = defineCall({
  name: 'castAddress',
  method: 'POST',
  path: '/plays/cast-address',
  summary:
    'An address for a receiver without cookies (Cast, AirPlay). It ends with the session, and five minutes after the last call; calls with the same `stream` keep it open.',
  input: v.object({ kind: v.picklist([...TITLE_KINDS, 'channel']), id: idInput, stream: v.optional(streamId) }),
  output: v.object({
    data: v.object({
      manifest_url: v.string(),
      stream: v.nullable(v.string()),
      /** Epoch seconds, without another call. */
      ends_at: v.number(),
      renew_seconds: v.number(),
    }),
  }),
});

export const getLicence = defineCall({
  name: 'getLicence',
  method: 'POST',
  path: '/plays/licence',
  summary:
    'The key system’s licence for one key of a title in `cbcs`, for a viewer who may watch it and holds its stream. ClearKey’s is W3C’s JSON; others are the operator’s server’s answer.',
  input: v.object({
    kind: v.picklist(TITLE_KINDS),
    id: idInput,
    stream: v.optional(streamId),
    system: v.picklist(KEY_SYSTEMS),
    /** KEYID of the playlist. */
    key_id: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
    /** The message of the key system; base64, as is the licence. */
    challenge: v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  }),
  output: v.object({ data: v.object({ licence: v.string() }) }),
});

export type CastTitle = Omit<v.InferOutput<typeof castAddress.input>, 'kind'> & { kind: TitleKind };
