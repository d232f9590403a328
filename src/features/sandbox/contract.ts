import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';

/** The sandbox bank; not in the public document, since it exists only where configured. */
const token = v.pipe(v.string(), v.maxLength(80));

const bill = v.object({
  token,
  kind: v.picklist(['payment', 'mandate']),
  state: v.picklist(['open', 'paid', 'verified', 'cancelled', 'reversed']),
  /** Toman; for a mandate the cap of each withdrawal. */
  amount: v.number(),
  order: v.string(),
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
  access: { caller: 'anyone', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ token }),
  output: v.object({ data: bill }),
});

/** `vanish`: pays, never returns. `twice`: the bank answers twice. `empty`: a mandate on an empty account. */
export const SANDBOX_ACTIONS = ['pay', 'cancel', 'vanish', 'twice', 'empty'] as const;

export const answerSandboxBill = defineCall({
  name: 'answerSandboxBill',
  method: 'POST',
  path: '/dev/gateway/:token',
  summary: 'Presses a button at the sandbox bank. `back` null: the browser stays at the bank.',
  access: { caller: 'anyone', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ token, action: v.picklist(SANDBOX_ACTIONS) }),
  output: v.object({ data: v.object({ bill, back: v.nullable(v.string()) }) }),
});
