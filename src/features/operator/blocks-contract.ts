import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { reason } from '../../platform/http/calls/reason.ts';
import { idInput } from '../titles/contract/shapes.ts';

/** Calls that block an account, and end its block. Epoch seconds. */

export const rehearseBlock = defineCall({
  name: 'rehearseBlock',
  method: 'GET',
  path: '/operator/accounts/:id/block',
  summary: 'What blocking an account would end. Nothing happens.',
  access: { caller: 'operator', permission: 'people.block' },
  input: v.object({ id: idInput }),
  output: v.object({
    data: v.object({
      sessions: v.number(),
      /** Films and channels that play now. */
      streams: v.number(),
      subscribed_until: v.number(),
      /** Consents of banks, whose debits wait. */
      mandates: v.number(),
    }),
  }),
});

export const blockAccount = defineCall({
  name: 'blockAccount',
  method: 'POST',
  path: '/operator/accounts/:id/block',
  summary: 'Ends every session of an account, and refuses its sign-in and debits until the block ends.',
  access: { caller: 'operator', permission: 'people.block' },
  input: v.object({ id: idInput, reason }),
  output: v.object({ data: v.object({ blocked_at: v.number(), ended: v.number() }) }),
});

export const rehearseUnblock = defineCall({
  name: 'rehearseUnblock',
  method: 'GET',
  path: '/operator/accounts/:id/unblock',
  summary: 'What the end of a block would bring back. Nothing happens.',
  access: { caller: 'operator', permission: 'people.block' },
  input: v.object({ id: idInput }),
  output: v.object({
    data: v.object({
      blocked_at: v.number(),
      subscribed_until: v.number(),
      /** Consents of banks, whose debits begin again. */
      mandates: v.number(),
    }),
  }),
});

export const unblockAccount = defineCall({
  name: 'unblockAccount',
  method: 'POST',
  path: '/operator/accounts/:id/unblock',
  summary: 'Ends the block of an account: it signs in again, and has all that it had.',
  access: { caller: 'operator', permission: 'people.block' },
  input: v.object({ id: idInput, reason }),
  output: v.object({ data: v.object({ ended_at: v.number() }) }),
});
