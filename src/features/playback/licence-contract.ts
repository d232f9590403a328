import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { TITLE_KINDS } from '../../platform/kinds.ts';
import { KEY_SYSTEMS } from '@pardeh/hls/key-systems';
import { streamId } from '../streams/contract.ts';
import { idInput } from '../titles/contract/shapes.ts';

export const getLicence = defineCall({
  name: 'getLicence',
  method: 'POST',
  path: '/plays/licence',
  summary:
    'The key system’s licence for one key of a title in `cbcs`, for a viewer who may watch it and holds its stream. ClearKey’s is W3C’s JSON; others are the operator’s server’s answer.',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', address: 'optional', cookie: 'none' },
  input: v.object({
    kind: v.picklist(TITLE_KINDS),
    id: idInput,
    stream: v.optional(streamId),
    system: v.picklist(KEY_SYSTEMS),
    key_id: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
    /** The message of the key system; base64, as is the licence. */
    challenge: v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  }),
  output: v.object({ data: v.object({ licence: v.string() }) }),
});

export const getLicenceCertificate = defineCall({
  name: 'getLicenceCertificate',
  method: 'GET',
  path: '/plays/licence/certificate',
  summary: 'The application certificate of FairPlay, DER in base64, which a browser needs before its first licence.',
  maxAge: 3600,
  access: { caller: 'anyone', session: 'current', kids: 'allowed', address: 'optional', cookie: 'none' },
  input: v.object({}),
  output: v.object({ data: v.object({ certificate: v.string() }) }),
});
