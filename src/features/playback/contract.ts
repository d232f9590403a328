import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { TITLE_KINDS, type TitleKind } from '../../platform/kinds.ts';
import { streamId } from '../streams/contract.ts';
import { idInput } from '../titles/contract/shapes.ts';

export const renewPlay = defineCall({
  name: 'renewPlay',
  method: 'POST',
  path: '/plays/renew',
  summary: 'Signs the addresses of a title’s media anew, before the ones in use expire.',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', address: 'optional', cookie: 'guest-signed-out' },
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

export const getTrailer = defineCall({
  name: 'getTrailer',
  method: 'POST',
  path: '/plays/trailer',
  summary:
    'Signed addresses of a title’s trailer, for anybody whose age allows the title; null where the Worker cannot sign.',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', address: 'optional', cookie: 'guest-signed-out' },
  input: v.object({ kind: v.picklist(TITLE_KINDS), id: idInput }),
  output: v.object({
    data: v.nullable(
      v.object({
        manifest_url: v.string(),
        subtitles: v.array(v.object({ lang: v.string(), url: v.string() })),
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
  access: { caller: 'anyone', session: 'current', kids: 'allowed', address: 'optional', cookie: 'none' },
  input: v.object({
    kind: v.picklist([...TITLE_KINDS, 'channel']),
    id: idInput,
    /** Of a channel, the start of the programme to replay, epoch seconds; none: what is on. */
    from: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    stream: v.optional(streamId),
  }),
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

export type CastItem = Omit<v.InferOutput<typeof castAddress.input>, 'stream'>;
export type CastTitle = Omit<v.InferOutput<typeof castAddress.input>, 'kind'> & { kind: TitleKind };
