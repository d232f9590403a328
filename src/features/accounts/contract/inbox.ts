import * as v from 'valibot';
import { defineCall } from '../../../platform/http/calls/call.ts';
import { empty } from '../../titles/contract/shapes.ts';

/** Exists only with the `outbox` SMS provider, so it is not in the public document. */
export const getInbox = defineCall({
  name: 'getInbox',
  method: 'GET',
  path: '/dev/inbox',
  summary: 'The last fifty login codes, newest first; only with SMS_PROVIDER=outbox.',
  access: { caller: 'anyone', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: empty,
  output: v.object({
    data: v.array(v.object({ mobile: v.string(), text: v.string(), code: v.string(), sent_at: v.number() })),
  }),
});
