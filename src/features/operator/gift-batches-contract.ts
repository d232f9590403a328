import * as v from 'valibot';
import { buildTextInput } from '../../platform/http/calls/reason.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import { NAME_MAX_LENGTH } from '../accounts/contract/account.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { refundPayment } from './contract.ts';
import { paymentId } from './payment.ts';

/** Gift cards in tens for sale outside the site (docs/money.md). Toman; epoch seconds. */

export const BATCH_SIZES = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100] as const;
const MIN_BUYER_CHARS = 2;
const { key, reason, tracking } = refundPayment.input.entries;
const names = { plan_id: v.number(), name_fa: v.string(), name_en: v.string(), days: v.number() };

/** `worth`: all cards at the list price, with VAT. */
export const giftBatchPreview = v.object({
  ...names,
  count: v.number(),
  toman: v.number(),
  worth: v.number(),
  entries: v.array(v.object({ account: v.string(), amount: v.number() })),
});
export type GiftBatchPreview = v.InferOutput<typeof giftBatchPreview>;

/** `id`: its payment. `waiting`: lines of cards that are neither redeemed nor withdrawn. `codes_at`: when they were shown. */
export const giftBatch = v.object({
  ...names,
  id: paymentId,
  count: v.number(),
  toman: v.number(),
  buyer: v.string(),
  tracking: v.string(),
  reason: v.string(),
  operator: v.string(),
  created_at: v.number(),
  codes_at: v.nullable(v.number()),
  /** The maker may read the codes, again with the same key only. */
  codes_open: v.boolean(),
  redeemed: v.number(),
  waiting: v.array(v.number()),
  /** The caller made it, alone or as the first of two. */
  is_own: v.boolean(),
});
export type GiftBatch = v.InferOutput<typeof giftBatch>;

export const listGiftBatches = defineCall({
  name: 'listGiftBatches',
  method: 'GET',
  path: '/operator/gift-batches',
  summary:
    'Batches of gift cards for sale outside, the newest first, 20 a page, without a code; or that of a tracking or payment number.',
  access: { caller: 'operator', permission: 'payments.read' },
  input: v.object({
    number: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80))),
    before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,12}\.[0-9a-z]{20}$/))),
  }),
  output: v.object({ data: v.array(giftBatch), next: v.nullable(v.string()) }),
});

export const makeGiftBatch = defineCall({
  name: 'makeGiftBatch',
  method: 'POST',
  path: '/operator/gift-batches',
  summary:
    'Makes gift cards of a plan that is on sale, in tens, for money that has come by transfer, once for each key.',
  access: { caller: 'operator', permission: 'gifts.write' },
  input: v.object({
    key,
    plan_id: idInput,
    count: v.picklist(BATCH_SIZES),
    /** All that was received, VAT included. */
    toman: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_000_000_000)),
    buyer: buildTextInput(MIN_BUYER_CHARS, NAME_MAX_LENGTH),
    tracking: tracking.wrapped.wrapped,
    reason,
  }),
  output: v.object({ data: v.object({ id: paymentId }) }),
});

export const rehearseGiftBatch = defineCall({
  name: 'rehearseGiftBatch',
  method: 'POST',
  path: '/operator/gift-batches/rehearse',
  summary: 'The entries of a batch of gift cards, by its own statements, which are rolled back.',
  access: { caller: 'operator', permission: 'gifts.write' },
  input: makeGiftBatch.input,
  output: v.object({ data: v.object({ ...giftBatchPreview.entries, needs_approval: v.boolean() }) }),
});

export const showGiftCodes = defineCall({
  name: 'showGiftCodes',
  method: 'POST',
  path: '/operator/gift-batches/:id/codes',
  summary:
    'The codes of a batch, to who made it. The same key gets them again for a day, until they are said to be saved.',
  access: { caller: 'operator', permission: 'gifts.write' },
  input: v.object({ id: paymentId, key }),
  output: v.object({ data: v.array(v.object({ line: v.number(), code: v.string() })) }),
});

export const closeGiftCodes = defineCall({
  name: 'closeGiftCodes',
  method: 'POST',
  path: '/operator/gift-batches/:id/codes/saved',
  summary: 'Says that the codes of a batch are saved: the key that showed them shows them no more.',
  access: { caller: 'operator', permission: 'gifts.write' },
  input: showGiftCodes.input,
  output: v.object({ data: v.object({ saved_at: v.number() }) }),
});
