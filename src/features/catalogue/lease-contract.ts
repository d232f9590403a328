import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { MAX_CLOCK_DIFFERENCE_SECONDS } from '../../platform/http/clock.ts';
import { idInput } from '../titles/contract/shapes.ts';

/** Without a renewal after which a lease is over, on either of two hosts, and between two renewals. */
export const LEASE_SECONDS = 60 + MAX_CLOCK_DIFFERENCE_SECONDS;
export const RENEW_SECONDS = 20;

export const holdTitle = defineCall({
  name: 'holdTitle',
  method: 'POST',
  path: '/operator/titles/:id/lease',
  summary: 'Says that a tab edits a title, and answers who does. It locks nothing: a save is decided by `rev` alone.',
  access: { caller: 'operator', permission: 'titles.write' },
  input: v.object({
    id: idInput,
    tab: v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/)),
    /** `take`: in place of who edits now. `leave`: the tab was closed. */
    act: v.optional(v.picklist(['renew', 'take', 'leave']), 'renew'),
  }),
  output: v.object({
    data: v.object({
      is_own: v.boolean(),
      /** The editor; null for nobody. */
      operator: v.nullable(v.string()),
      began_at: v.nullable(v.number()),
    }),
  }),
});
