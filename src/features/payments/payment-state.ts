import type { Problem } from '../ledger/payment-kinds.ts';

/**
 * The life of a payment as a pure state machine; every change of a state in D1 names the states it may come from by
 * `listSourceStates`. docs/money.md draws it.
 */
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

/**
 * What happens to a payment. `token`: the bank has given a page to pay at. `claim`: one worker takes it to verify.
 * `release`: the bank could not be asked, so it is tried again. `settle`, `refuse`, `reverse`: what the bank said of
 * it, server to server. `cancel`: the visitor gave up at the bank. `expire`: the bank's window closed.
 */
export const PAYMENT_EVENTS = ['token', 'claim', 'release', 'settle', 'refuse', 'reverse', 'cancel', 'expire'] as const;
export type PaymentEvent = (typeof PAYMENT_EVENTS)[number];

const NEXT: Record<PaymentState, Partial<Record<PaymentEvent, PaymentState>>> = {
  initiated: { token: 'pending', claim: 'verifying', refuse: 'failed', cancel: 'cancelled', expire: 'expired' },
  pending: { claim: 'verifying', refuse: 'failed', cancel: 'cancelled', expire: 'expired' },
  verifying: {
    // A claim that its worker did not live to finish is taken over.
    claim: 'verifying',
    release: 'pending',
    settle: 'settled',
    refuse: 'failed',
    reverse: 'reversed',
    cancel: 'cancelled',
    expire: 'expired',
  },
  settled: {},
  // The bank may still say that it was paid: a second tab, a late callback. Only its own verdict counts.
  failed: { claim: 'verifying' },
  cancelled: { claim: 'verifying' },
  expired: { claim: 'verifying' },
  reversed: {},
};

/** The state after an event, or null where that cannot happen. */
export function nextState(state: PaymentState, event: PaymentEvent): PaymentState | null {
  return NEXT[state][event] ?? null;
}

/** The states in which an event can happen. */
export function listSourceStates(event: PaymentEvent): PaymentState[] {
  return PAYMENT_STATES.filter((state) => nextState(state, event) !== null);
}

/** Whether nothing more is to be expected unless the bank speaks again. */
export function isFinal(state: PaymentState): boolean {
  return state !== 'initiated' && state !== 'pending' && state !== 'verifying';
}

/** What the visitor can do next, by the state: the result page's one button. */
export const NEXT_STEPS = ['wait', 'continue', 'enjoy', 'retry', 'contact'] as const;
export type NextStep = (typeof NEXT_STEPS)[number];

/**
 * `continue`: the bank's page is still open. `enjoy`: watch, or see the wallet. `contact`: the bank gave the money
 * back or said something that does not fit, so a person with the tracking number should look. `retry` of a settled one:
 * its money is in the wallet, to buy with.
 */
export function nextStep(state: PaymentState, hasPage: boolean, problem: Problem | null): NextStep {
  if (isFinal(state) && (problem === 'amount_mismatch' || problem === 'reference_used')) return 'contact';
  if (problem === 'superseded' || problem === 'discount_exhausted') return 'retry';
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
