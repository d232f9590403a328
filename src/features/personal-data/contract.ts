import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { empty } from '../titles/contract/shapes.ts';

export const exportAccount = defineCall({
  name: 'exportAccount',
  method: 'GET',
  path: '/account/export',
  summary: 'All that is stored about the user, table by table; needs a confirmed code.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  changes: true,
  input: empty,
  output: v.object({
    exported_at: v.number(),
    tables: v.record(v.string(), v.array(v.record(v.string(), v.union([v.string(), v.number(), v.null()])))),
  }),
});

/** Spec 8.16. */
export const cancelAccount = defineCall({
  name: 'cancelAccount',
  method: 'POST',
  path: '/my/cancel',
  summary: 'Cancels the account: signed out everywhere at once, erased after 10 months (spec 8.16).',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ confirm: v.literal(true) }),
  output: v.object({ data: v.object({ erase_at: v.number() }) }),
});
