import type { Problem } from '../ledger/payment-kinds.ts';

/** The states of a payment. Every change in D1 names its source states by `listSourceStates` (docs/money.md). */
export const PAYMENT_STATES = [
  'initiated',
  'pending',
  'verifying',
  'settled',
  'failed',
  'cancelled',
  'expired',
  'reversed',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** `token`: the bank has a page. `release`: the bank could not be asked. `expire`: the bank's window closed. */
export const PAYMENT_EVENTS = ['token', 'claim', 'release', 'settle', 'refuse', 'reverse', 'cancel', 'expire'] as const;
export type PaymentEvent = (typeof PAYMENT_EVENTS)[number];

const TRANSITIONS: Record<PaymentState, Partial<Record<PaymentEvent, PaymentState>>> = {
  initiated: { token: 'pending', claim: 'verifying', refuse: 'failed', cancel: 'cancelled', expire: 'expired' },
  pending: { claim: 'verifying', refuse: 'failed', cancel: 'cancelled', expire: 'expired' },
  verifying: {
    claim: 'verifying',
    release: 'pending',
    settle: 'settled',
    refuse: 'failed',
    reverse: 'reversed',
    cancel: 'cancelled',
    expire: 'expired',
  },
  settled: {},
  // A late callback or a second tab may still bring the bank's verdict.
  failed: { claim: 'verifying' },
  cancelled: { claim: 'verifying' },
  expired: { claim: 'verifying' },
  reversed: {},
};

export function getNextState(state: PaymentState, event: PaymentEvent): PaymentState | null {
  return TRANSITIONS[state][event] ?? null;
}

export function listSourceStates(event: PaymentEvent): PaymentState[] {
  return PAYMENT_STATES.filter((state) => getNextState(state, event) !== null);
}

export function isFinal(state: PaymentState): boolean {
  return state !== 'initiated' && state !== 'pending' && state !== 'verifying';
}

export const NEXT_STEPS = ['wait', 'continue', 'enjoy', 'retry', 'contact'] as const;
export type NextStep = (typeof NEXT_STEPS)[number];

/** `contact`: money was given back or does not fit. `retry` of a settled payment: its money is in the wallet. */
export function getNextStep(state: PaymentState, hasPage: boolean, problem: Problem | null): NextStep {
  if (isFinal(state) && (problem === 'amount_mismatch' || problem === 'reference_used')) return 'contact';
  if (problem === 'superseded' || problem === 'discount_exhausted' || problem === 'screening_full') return 'retry';
  switch (state) {
    case 'initiated':
    case 'verifying':
      return 'wait';
    case 'pending':
      return hasPage ? 'continue' : 'wait';
    case 'settled':
      return 'enjoy';
    case 'reversed':
      return 'contact';
    default:
      return 'retry';
  }
}
