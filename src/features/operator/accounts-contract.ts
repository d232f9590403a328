import * as v from 'valibot';
import { reason } from '../../platform/http/calls/reason.ts';
import { COMMENT_STATES } from '../comments/comments.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import { METHODS, PURPOSES } from '../ledger/payment-kinds.ts';
import { PAYMENT_STATES } from '../payments/payment-state.ts';
import { idInput } from '../titles/contract/shapes.ts';

/** Calls about a visitor's account, for who answers them. Toman; epoch seconds. */

/** The mobile is masked for who lacks `people.contact`. */
const account = { id: v.number(), mobile: v.string(), name: v.string(), subscribed_until: v.number() };

export const ACCOUNT_MATCHES = ['mobile', 'payment', 'reference', 'tracking', 'card', 'name', 'id'] as const;

export const findAccounts = defineCall({
  name: 'findAccounts',
  method: 'GET',
  path: '/operator/accounts',
  summary:
    'Accounts by mobile in any spelling, number of a payment, number of the bank or of a transfer that gave back, last digits of a card, or words of a name; 20.',
  access: { caller: 'operator', permission: 'people.read' },
  input: v.object({ query: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) }),
  output: v.object({
    data: v.array(v.object({ ...account, match: v.picklist(ACCOUNT_MATCHES), payment_id: v.nullable(v.string()) })),
    /** There are more than these 20. */
    has_more: v.boolean(),
  }),
});

const accountPayment = v.object({
  id: v.string(),
  purpose: v.picklist(PURPOSES),
  state: v.picklist(PAYMENT_STATES),
  method: v.picklist(METHODS),
  total: v.number(),
  refunded: v.number(),
  created_at: v.number(),
});

const compensation = v.object({
  id: v.number(),
  days: v.number(),
  until_before: v.number(),
  until_after: v.number(),
  reason: v.string(),
  operator: v.string(),
  created_at: v.number(),
  undone_at: v.nullable(v.number()),
});

export const getAccount = defineCall({
  name: 'getAccount',
  method: 'GET',
  path: '/operator/accounts/:id',
  summary: 'One account: subscription, devices, the newest payments, mandates, days that were given, comments.',
  access: { caller: 'operator', permission: 'people.read' },
  input: v.object({ id: idInput }),
  output: v.object({
    data: v.object({
      ...account,
      /** End of a pause of the subscription; 0 for none. */
      paused_until: v.number(),
      created_at: v.number(),
      cancelled_at: v.nullable(v.number()),
      /** Of a cancelled account: until then it can be taken back. */
      erase_at: v.nullable(v.number()),
      /** Paid for or got by a gift card last. */
      plan: v.nullable(v.object({ name_fa: v.string(), name_en: v.string() })),
      /** From when on it is collected, with VAT; null where none will be. */
      renewal: v.nullable(v.object({ at: v.number(), toman: v.number() })),
      /** The newest first; one that holds has no end. */
      blocks: v.array(
        v.object({
          id: v.number(),
          blocked_at: v.number(),
          reason: v.string(),
          operator: v.string(),
          ended_at: v.nullable(v.number()),
        }),
      ),
      wallet: v.number(),
      devices: v.array(
        v.object({ browser: v.string(), system: v.string(), signed_in_at: v.number(), used_at: v.number() }),
      ),
      payments: v.array(accountPayment),
      mandates: v.array(
        v.object({ bank: v.string(), state: v.string(), limit_toman: v.number(), ends_on: v.string() }),
      ),
      /** Debits of a wrong amount that nobody has booked. */
      held_debits: v.array(v.object({ id: v.string(), total: v.number(), created_at: v.number() })),
      compensations: v.array(compensation),
      /** SMS of 30 days, the newest first, without their texts. */
      sms: v.array(
        v.object({
          kind: v.picklist(['code', 'mobile_code', 'notice']),
          state: v.picklist(['sent', 'failed']),
          sent_at: v.number(),
        }),
      ),
      comments: v.array(
        v.object({
          id: v.number(),
          title_id: v.number(),
          text: v.string(),
          /** Seconds of the title to which it is pinned. */
          at: v.nullable(v.number()),
          likes: v.number(),
          state: v.picklist(COMMENT_STATES),
          created_at: v.number(),
        }),
      ),
    }),
  }),
});

export const rehearseEndSessions = defineCall({
  name: 'rehearseEndSessions',
  method: 'GET',
  path: '/operator/accounts/:id/end-sessions',
  summary: 'How many sessions signing out would end, and streams with them. Nothing happens.',
  access: { caller: 'operator', permission: 'people.write' },
  input: v.object({ id: idInput }),
  output: v.object({ data: v.object({ sessions: v.number(), streams: v.number() }) }),
});

export const endAccountSessions = defineCall({
  name: 'endAccountSessions',
  method: 'POST',
  path: '/operator/accounts/:id/end-sessions',
  summary: 'Signs every device of an account out.',
  access: { caller: 'operator', permission: 'people.write' },
  input: v.object({ id: idInput, reason }),
  output: v.object({ data: v.object({ ended: v.number() }) }),
});

/** At once; more is a gift. */
export const MAX_COMPENSATION_DAYS = 366;

export const extendAccount = defineCall({
  name: 'extendAccount',
  method: 'POST',
  path: '/operator/accounts/:id/extend',
  summary: 'Gives days of subscription, once for each key. `rehearse`: says what would happen, and nothing does.',
  access: { caller: 'operator', permission: 'people.write' },
  input: v.object({
    id: idInput,
    key: v.pipe(v.string(), v.regex(/^[\w.:-]{8,64}$/)),
    days: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_COMPENSATION_DAYS)),
    reason,
    rehearse: v.optional(v.boolean(), false),
  }),
  output: v.object({ data: compensation }),
});

export const undoDays = defineCall({
  name: 'undoDays',
  method: 'POST',
  path: '/operator/accounts/:id/undo-days',
  summary: 'Takes days back that were given in the last ten minutes, once, unless the subscription has changed since.',
  access: { caller: 'operator', permission: 'people.write' },
  input: v.object({ id: idInput, compensation: idInput, reason }),
  output: v.object({ data: v.object({ subscribed_until: v.number() }) }),
});
