import { atom, type ReadableAtom } from 'nanostores';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { ApiError } from '../../../platform/http/calls/errors.ts';
import { buyTitle, getQuote } from '../contract.ts';
import { paths } from '../../../platform/paths.ts';
import type { MoneyPorts } from '../../payments/client/bank.ts';
import { mapResult, purchaseOnce } from '../../payments/client/purchase-once.ts';

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
export function createCheckout(ports: Omit<MoneyPorts, 'getCurrentPath'>, id: number, returnTo: string): Checkout {
  const { api, navigate, referrer } = ports;
  const $checkout = atom<CheckoutState>({ state: 'loading' });

  const readQuote = async () => mapResult(await api(getQuote, { purpose: 'title', id }), ({ data }) => data);

  const load = async () => {
    $checkout.set({ state: 'loading' });
    const answer = await readQuote();
    $checkout.set(
      answer.ok
        ? { state: 'ready', quote: answer.value, busy: false, error: null }
        : { state: 'failed', error: answer.error },
    );
  };

  const pay = async (method: string) => {
    const now = $checkout.get();
    if (now.state !== 'ready' || now.busy) return false;
    $checkout.set({ ...now, busy: true, error: null });
    const { total: max_total, buyer } = now.quote;
    const options = { id, payment_method: method, max_total, callback_url: returnTo, ref: referrer() };
    const outcome = await purchaseOnce(ports, {
      purpose: 'title',
      items: [id],
      buyer,
      send: async (idempotency_key) =>
        mapResult(await api(buyTitle, { ...options, idempotency_key }), ({ data: { pay_url: payUrl, payment } }) => ({
          paymentId: payment.id,
          payUrl,
          endsHere: payUrl === null && payment.state === 'settled',
        })),
      readPrice: readQuote,
    });
    if (outcome.state === 'unsettled') navigate(paths.callback(outcome.paymentId));
    if (outcome.state !== 'failed') return outcome.state === 'settled';
    const { error, price } = outcome;
    // Bought in another tab.
    if (error.code === 'already_owned') return true;
    if (error.code === 'screening_full') $checkout.set({ state: 'failed', error });
    else $checkout.set({ state: 'ready', quote: price ?? now.quote, busy: false, error });
    return false;
  };
  return { $checkout, load, pay };
}
