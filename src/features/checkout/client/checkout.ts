import { atom, type ReadableAtom } from 'nanostores';
import type { Output } from '../../../platform/http/call.ts';
import type { ApiError } from '../../../platform/http/errors.ts';
import { buyTitle, getQuote } from '../contract.ts';
import { paths } from '../../../platform/paths.ts';
import type { MoneyPorts } from '../../payments/client/bank.ts';

type CheckoutState =
  | { state: 'loading' }
  | { state: 'failed'; error: ApiError }
  | { state: 'ready'; quote: Output<typeof getQuote>['data']; busy: boolean; error: ApiError | null };

export interface Checkout {
  $checkout: ReadableAtom<CheckoutState>;
  load: () => Promise<void>;
  /** Resolves to true where the purchase settled at once. */
  pay: (method: string) => Promise<boolean>;
}

/** Spec 3.15. `returnTo`: the page after the bank. */
export function createCheckout(
  { api, navigate, referrer, openBankPage, purchases }: Omit<MoneyPorts, 'getCurrentPath'>,
  id: number,
  returnTo: string,
): Checkout {
  const $checkout = atom<CheckoutState>({ state: 'loading' });

  const load = async () => {
    $checkout.set({ state: 'loading' });
    const answer = await api(getQuote, { purpose: 'title', id });
    $checkout.set(
      answer.ok
        ? { state: 'ready', quote: answer.value.data, busy: false, error: null }
        : { state: 'failed', error: answer.error },
    );
  };

  const pay = async (method: string) => {
    const now = $checkout.get();
    if (now.state !== 'ready' || now.busy) return false;
    $checkout.set({ ...now, busy: true, error: null });
    const key = purchases.begin('title', [id], now.quote.buyer);
    const options = {
      payment_method: method,
      max_total: now.quote.total,
      callback_url: returnTo,
      ref: referrer(),
    };
    const answer = await api(buyTitle, { id, ...options, idempotency_key: key });
    const bought = answer.ok ? answer.value.data : null;
    const isDone = bought?.pay_url === null && bought.payment.state === 'settled';
    purchases.settle(key, answer, bought?.payment.id ?? null, isDone);
    if (answer.ok) {
      const { pay_url: url, payment } = answer.value.data;
      if (isDone) return true;
      if (url === null || !openBankPage(url)) navigate(paths.callback(payment.id));
      return false;
    }
    // Bought in another tab.
    if (answer.error.code === 'already_owned') return true;
    const news = answer.error.code === 'price_changed' ? await api(getQuote, { purpose: 'title', id }) : null;
    const quote = news?.ok === true ? news.value.data : now.quote;
    $checkout.set({ state: 'ready', quote, busy: false, error: answer.error });
    return false;
  };
  return { $checkout, load, pay };
}
