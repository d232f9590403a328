import { atom, type ReadableAtom } from 'nanostores';
import type { Api } from '../client/api.ts';
import type { Output } from '../contract/call.ts';
import type { ApiError } from '../contract/errors.ts';
import { buyTitle, getQuote, type Payment } from '../contract/payments.ts';
import { referrer } from './referral.ts';

export type CheckoutState =
  | { state: 'loading' }
  | { state: 'failed'; error: ApiError }
  /** `problem`: why the last try to pay did not work. */
  | { state: 'ready'; quote: Output<typeof getQuote>['data']; busy: boolean; problem: ApiError | null };

export interface Checkout {
  $checkout: ReadableAtom<CheckoutState>;
  load: () => Promise<void>;
  /** Pays in a way of the quote. Null where that failed, which the state tells. */
  pay: (method: string) => Promise<Paid | null>;
}

/** `bank`: the page to pay at. `owned`: it is the visitor's now. `waiting`: it is being collected by direct debit. */
export type Paid = { to: 'bank'; url: string } | { to: 'owned' } | { to: 'waiting'; payment: Payment };

/** Buying one title or a ticket to it (spec 3.15); `returnTo` is where the visitor goes on after a bank. */
export function createCheckout(api: Api, id: number, returnTo: string): Checkout {
  const $checkout = atom<CheckoutState>({ state: 'loading' });

  const load = async () => {
    $checkout.set({ state: 'loading' });
    const answer = await api(getQuote, { purpose: 'title', id });
    $checkout.set(
      answer.ok
        ? { state: 'ready', quote: answer.value.data, busy: false, problem: null }
        : { state: 'failed', error: answer.error },
    );
  };

  const pay = async (method: string): Promise<Paid | null> => {
    const now = $checkout.get();
    if (now.state !== 'ready' || now.busy) return null;
    $checkout.set({ ...now, busy: true, problem: null });
    const answer = await api(buyTitle, { id, payment_method: method, callback_url: returnTo, ref: referrer() });
    if (answer.ok) {
      const { pay_url: url, payment } = answer.value.data;
      // Whatever follows, this page is left: the button stays busy until then.
      if (url !== null) return { to: 'bank', url };
      return payment.state === 'settled' ? { to: 'owned' } : { to: 'waiting', payment };
    }
    // Bought in another tab.
    if (answer.error.code === 'already_owned') return { to: 'owned' };
    $checkout.set({ ...now, busy: false, problem: answer.error });
    return null;
  };
  return { $checkout, load, pay };
}
