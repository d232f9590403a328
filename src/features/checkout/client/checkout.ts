import { atom, type ReadableAtom } from 'nanostores';
import type { Output } from '../../../platform/http/call.ts';
import type { ApiError } from '../../../platform/http/errors.ts';
import { buyTitle, getQuote } from '../../payments/contract.ts';
import { paths } from '../../../platform/paths.ts';
import type { MoneyPorts } from '../../payments/client/bank.ts';

type CheckoutState =
  | { state: 'loading' }
  | { state: 'failed'; error: ApiError }
  /** `problem`: why the last try to pay did not work. */
  | { state: 'ready'; quote: Output<typeof getQuote>['data']; busy: boolean; problem: ApiError | null };

export interface Checkout {
  $checkout: ReadableAtom<CheckoutState>;
  load: () => Promise<void>;
  /** Pays in a way of the quote, and leaves for the bank or the result; true where it is the visitor's at once. */
  pay: (method: string) => Promise<boolean>;
}

/** Buying one title or a ticket to it (spec 3.15); `returnTo` is where the visitor goes on after a bank. */
export function createCheckout(
  { api, leave, referrer, toBank }: Omit<MoneyPorts, 'here'>,
  id: number,
  returnTo: string,
): Checkout {
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

  const pay = async (method: string) => {
    const now = $checkout.get();
    if (now.state !== 'ready' || now.busy) return false;
    $checkout.set({ ...now, busy: true, problem: null });
    const answer = await api(buyTitle, { id, payment_method: method, callback_url: returnTo, ref: referrer() });
    if (answer.ok) {
      const { pay_url: url, payment } = answer.value.data;
      // Whatever follows, this page is left: the button stays busy until then.
      if (url === null && payment.state === 'settled') return true;
      if (url === null || !toBank(url)) leave(paths.callback(payment.id));
      return false;
    }
    // Bought in another tab.
    if (answer.error.code === 'already_owned') return true;
    $checkout.set({ ...now, busy: false, problem: answer.error });
    return false;
  };
  return { $checkout, load, pay };
}
