import { map, type MapStore } from 'nanostores';
import type { Result } from '../../../platform/client/api.ts';
import { buySubscription } from '../../direct-debit/contract.ts';
import { getPayment, type PaymentLine } from '../../payments/contract.ts';
import { buyPlan, buyTitle, getQuote } from '../../checkout/contract.ts';
import { paths } from '../../../platform/paths.ts';
import type { MoneyPorts, MoneyError } from '../../payments/client/bank.ts';
import { mapResult, purchaseOnce } from '../../payments/client/purchase-once.ts';

/** Spec 2.43: an open payment, or a plan or title to buy. */
export interface BillSubject {
  paymentId?: string | undefined;
  itemId?: number | undefined;
  itemType?: string | undefined;
  forSubscription?: boolean | undefined;
}

export interface BillState {
  state: 'loading' | 'open' | 'settled' | 'empty' | 'failed';
  lines: readonly PaymentLine[];
  /** Toman, VAT included. */
  total: number;
  busy: boolean;
  error: MoneyError | null;
}

export interface Bill {
  $bill: MapStore<BillState>;
  load: () => Promise<void>;
  pay: () => Promise<void>;
}

export function createBill(ports: MoneyPorts, subject: BillSubject): Bill {
  const { api, getCurrentPath, navigate, referrer } = ports;
  let buyer: number | undefined;
  const $bill = map<BillState>({ state: 'loading', lines: [], total: 0, busy: false, error: null });
  const set = (change: Partial<BillState>) => {
    $bill.set({ ...$bill.get(), ...change });
  };
  const { paymentId, itemId, itemType, forSubscription = false } = subject;

  const fetchBill = async (): Promise<Result<Pick<BillState, 'lines' | 'total'> & { isSettled: boolean }>> => {
    if (paymentId !== undefined) {
      const payment = await api(getPayment, { id: paymentId });
      return mapResult(payment, ({ data }) => ({ ...data, isSettled: data.state === 'settled' }));
    }
    const quote = await api(getQuote, { purpose: itemType === 'plan' ? 'plan' : 'title', id: itemId });
    if (quote.ok) buyer = quote.value.data.buyer;
    return mapResult(quote, ({ data }) => ({ ...data, isSettled: false }));
  };

  const collectPayment = async (id: string) => {
    const options = { payment_id: id, forsubscription: forSubscription, ref: referrer() };
    const paid = await api(buySubscription, { ...options, callback_url: getCurrentPath() });
    return paid.ok
      ? { state: 'unsettled' as const, paymentId: paid.value.data.payment_id ?? id }
      : { state: 'failed' as const, error: paid.error, price: null };
  };

  const buyItem = (id: number) => {
    const payment = { payment_method: 'direct_debit', callback_url: getCurrentPath(), ref: referrer() };
    return purchaseOnce(ports, {
      purpose: itemType === 'plan' ? 'plan' : 'title',
      items: [id],
      buyer,
      send: async (idempotency_key) => {
        const options = { ...payment, max_total: $bill.get().total, idempotency_key };
        const paid = await (itemType === 'plan'
          ? api(buyPlan, { plan_id: id, ...options })
          : api(buyTitle, { id, ...options }));
        // Collected by the server: the result page shows it, and no bank's page is visited.
        return mapResult(paid, ({ data }) => ({ paymentId: data.payment.id, payUrl: null, endsHere: false }));
      },
      readPrice: fetchBill,
    });
  };

  const collect = async () => {
    if (paymentId !== undefined) return collectPayment(paymentId);
    return itemId === undefined ? null : buyItem(itemId);
  };

  return {
    $bill,
    load: async () => {
      if (paymentId === undefined && itemId === undefined) {
        set({ state: 'empty' });
        return;
      }
      set({ state: 'loading', error: null });
      const fetched = await fetchBill();
      if (!fetched.ok) {
        set({ state: 'failed', error: fetched.error });
        return;
      }
      const { lines, total, isSettled } = fetched.value;
      set({ state: isSettled ? 'settled' : 'open', lines, total });
    },
    pay: async () => {
      if ($bill.get().busy) return;
      set({ busy: true, error: null });
      const outcome = await collect();
      if (outcome?.state === 'unsettled') navigate(paths.callback(outcome.paymentId));
      if (outcome?.state !== 'failed') return;
      const { error, price } = outcome;
      set({ busy: false, error, ...(price !== null && { lines: price.lines, total: price.total }) });
    },
  };
}
