import * as v from 'valibot';
import { defineCall } from '../../platform/http/call.ts';

/**
 * The bank of our own that stands in for a real one. Exists only where the sandbox is configured, so it is not in
 * the public document.
 */
const token = v.pipe(v.string(), v.maxLength(80));

const bill = v.object({
  token,
  /** A bill to pay, or a mandate to agree to. */
  kind: v.picklist(['payment', 'mandate']),
  state: v.picklist(['open', 'paid', 'verified', 'cancelled', 'reversed']),
  /** Toman; for a mandate the cap of each withdrawal. */
  amount: v.number(),
  order: v.string(),
  /** Of a mandate. */
  bank: v.nullable(v.string()),
  count_per_month: v.nullable(v.number()),
  ends_on: v.nullable(v.string()),
});
export type SandboxBill = v.InferOutput<typeof bill>;

export const getSandboxBill = defineCall({
  name: 'getSandboxBill',
  method: 'GET',
  path: '/dev/gateway/:token',
  summary: 'A bill at the sandbox bank.',
  input: v.object({ token }),
  output: v.object({ data: bill }),
});

/**
 * `vanish`: pays and never comes back. `twice`: pays, and the bank answers twice. `empty`: agrees to a mandate whose
 * account has no money.
 */
export const SANDBOX_ACTIONS = ['pay', 'cancel', 'vanish', 'twice', 'empty'] as const;

export const answerSandboxBill = defineCall({
  name: 'answerSandboxBill',
  method: 'POST',
  path: '/dev/gateway/:token',
  summary: 'Presses a button at the sandbox bank. `back` null: the browser stays at the bank.',
  input: v.object({ token, action: v.picklist(SANDBOX_ACTIONS) }),
  output: v.object({ data: v.object({ bill, back: v.nullable(v.string()) }) }),
});
