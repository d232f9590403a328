import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { reason } from '../../platform/http/calls/reason.ts';
import { typedCode } from '../../platform/http/calls/typed-input.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { DISCOUNT_CODE_MAX_LENGTH } from './contract.ts';

/** Discount codes in the desk. Epoch seconds; toman. */

export const CODE_STATES = ['open', 'planned', 'ended'] as const;
export const MAX_BONUS_DAYS = 366;
export const MAX_CODE_USES = 1_000_000;

const codeInput = typedCode(DISCOUNT_CODE_MAX_LENGTH);
const epochSeconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(9_999_999_999));
const uses = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_CODE_USES));

const discountCode = v.object({
  code: v.string(),
  percent: v.number(),
  bonus_days: v.number(),
  /** Null: for all that is sold. */
  plan_id: v.nullable(v.number()),
  starts_at: v.number(),
  ends_at: v.number(),
  max_uses: v.number(),
  uses_per_user: v.number(),
  state: v.picklist(CODE_STATES),
  /** Settled, or reserved by an open payment. */
  uses: v.number(),
  created_at: v.number(),
  made_by: v.string(),
});
export type DiscountCode = v.InferOutput<typeof discountCode>;

/** A plan at the code's beginning, as its quote will say. */
const codeCost = v.object({
  id: v.number(),
  name_fa: v.string(),
  name_en: v.string(),
  total_before: v.number(),
  total: v.number(),
  days_before: v.number(),
  days: v.number(),
});

export const listDiscountCodes = defineCall({
  name: 'listDiscountCodes',
  method: 'GET',
  path: '/operator/discount-codes',
  summary: 'Discount codes, the newest first, 50 a page: of one state, or with a part of the code.',
  access: { caller: 'operator', permission: 'prices.read' },
  input: v.object({
    state: v.optional(v.picklist(CODE_STATES)),
    query: v.optional(codeInput, ''),
    before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,12}\.\S{1,40}$/u))),
  }),
  output: v.object({ data: v.array(discountCode), next: v.nullable(v.string()) }),
});

export const addDiscountCode = defineCall({
  name: 'addDiscountCode',
  method: 'POST',
  path: '/operator/discount-codes',
  summary: 'Makes a code; what it gives stays. `rehearse`: says what each plan would cost with it, and makes none.',
  access: { caller: 'operator', permission: 'prices.write' },
  input: v.object({
    code: codeInput,
    percent: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(100)),
    bonus_days: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_BONUS_DAYS)),
    plan_id: v.nullable(idInput),
    /** Null: at once. */
    starts_at: v.nullable(epochSeconds),
    ends_at: epochSeconds,
    max_uses: uses,
    uses_per_user: uses,
    reason,
    rehearse: v.optional(v.boolean(), false),
  }),
  output: v.object({ data: v.object({ ...discountCode.entries, plans: v.array(codeCost) }) }),
});

export const endDiscountCode = defineCall({
  name: 'endDiscountCode',
  method: 'POST',
  path: '/operator/discount-codes/end',
  summary: 'Ends a code now, or at an earlier time than it would. Uses that open payments have reserved stay.',
  access: { caller: 'operator', permission: 'prices.write' },
  input: v.object({
    code: codeInput,
    /** Null: now. */
    ends_at: v.optional(v.nullable(epochSeconds), null),
    reason,
  }),
  output: v.object({ data: discountCode }),
});

const limits = v.object({ ends_at: epochSeconds, max_uses: uses, uses_per_user: uses });
export type CodeLimits = v.InferOutput<typeof limits>;

export const changeDiscountCode = defineCall({
  name: 'changeDiscountCode',
  method: 'POST',
  path: '/operator/discount-codes/change',
  summary: 'Sets the end and the uses of a code, also of one that has ended. `rehearse`: says how it would be.',
  access: { caller: 'operator', permission: 'prices.write' },
  input: v.object({
    ...{ code: codeInput, ...limits.entries },
    /** As they were read; others by now are refused. */
    seen: limits,
    reason,
    rehearse: v.optional(v.boolean(), false),
  }),
  output: v.object({ data: discountCode }),
});
