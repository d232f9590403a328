import * as v from 'valibot';
import { LINE_KINDS, METHODS, PROBLEMS, PURPOSES } from '../ledger/payment-kinds.ts';
import { PAYMENT_STATES } from '../payments/payment-state.ts';

export const paymentId = v.pipe(v.string(), v.regex(/^[0-9a-z]{20}$/));

/** Toman; epoch seconds. */
export const paymentSummary = {
  id: v.string(),
  user_id: v.number(),
  purpose: v.picklist(PURPOSES),
  state: v.picklist(PAYMENT_STATES),
  problem: v.nullable(v.picklist(PROBLEMS)),
  method: v.picklist(METHODS),
  total: v.number(),
  reference: v.nullable(v.string()),
  created_at: v.number(),
};

/** `refunded`: toman given back of the line. */
export const paymentLine = {
  line: v.number(),
  kind: v.picklist(LINE_KINDS),
  name_en: v.string(),
  total: v.number(),
  vat: v.number(),
  delivered: v.boolean(),
  refunded: v.number(),
};
