import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { reason } from '../../platform/http/calls/reason.ts';
import { idInput } from '../titles/contract/shapes.ts';

/** Toman; epoch seconds. */

export const collection = v.object({
  renews: v.boolean(),
  /** Purchases may be paid by the bank without its page. */
  pay_anything: v.boolean(),
  /** Series whose new episodes are collected. */
  series: v.number(),
  /** Codes of banks with a consent. */
  banks: v.array(v.string()),
});
export type Collection = v.InferOutput<typeof collection>;

export const endRenewal = defineCall({
  name: 'endRenewal',
  method: 'POST',
  path: '/operator/accounts/:id/end-renewal',
  summary:
    'Ends the renewal at the wish of the person; `revoke`: and the consent of every bank. `rehearse`: says what would happen.',
  access: { caller: 'operator', permission: 'people.write' },
  input: v.object({
    id: idInput,
    revoke: v.optional(v.boolean(), false),
    reason,
    rehearse: v.optional(v.boolean(), false),
  }),
  output: v.object({
    data: v.object({
      before: collection,
      after: collection,
      /** The renewal that would have come; null where it is off, or no bank is there. */
      next: v.nullable(v.object({ at: v.number(), toman: v.number() })),
      /** 0: no subscription runs. The days stay. */
      until: v.number(),
      days_left: v.number(),
      /** Withdrawals that were sent to a bank before, and may arrive. */
      open_debits: v.number(),
    }),
  }),
});
export type RenewalEnd = v.InferOutput<typeof endRenewal.output>['data'];
