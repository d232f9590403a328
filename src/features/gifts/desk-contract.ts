import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { giftCard, GIFT_STATES } from './contract.ts';

export const listGiftCards = defineCall({
  name: 'listGiftCards',
  method: 'GET',
  path: '/operator/gifts',
  summary: 'Gift cards that were paid for, the newest first, 50 a page; of one state, or by the last four characters.',
  access: { caller: 'operator', permission: 'payments.read' },
  input: v.object({
    state: v.optional(v.picklist(GIFT_STATES)),
    tail: v.optional(v.pipe(v.string(), v.maxLength(4))),
    before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,12}\.[0-9a-z]{20}$/))),
  }),
  output: v.object({
    data: v.array(
      v.object({
        ...giftCard.entries,
        payment_id: v.string(),
        /** Null: sold outside. */
        buyer: v.nullable(v.number()),
        redeemer: v.nullable(v.number()),
        toman: v.number(),
        created_at: v.number(),
      }),
    ),
    next: v.nullable(v.string()),
  }),
});
