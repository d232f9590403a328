import { map, type MapStore } from 'nanostores';
import { buySubscription } from '../../direct-debit/contract.ts';
import { getPayment, type PaymentLine } from '../../payments/contract.ts';
import { buyPlan, buyTitle, getQuote } from '../../checkout/contract.ts';
import { paths } from '../../../platform/paths.ts';
import type { MoneyPorts, MoneyError } from '../../payments/client/bank.ts';

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

export function createBill(
  { api, getCurrentPath, navigate, referrer, purchases }: MoneyPorts,
  subject: BillSubject,
): Bill {
  let buyer: number | undefined;
  const $bill = map<BillState>({ state: 'loading', lines: [], total: 0, busy: false, error: null });
  const set = (change: Partial<BillState>) => {
    $bill.set({ ...$bill.get(), ...change });
  };
  const { paymentId, itemId, itemType, forSubscription = false } = subject;

  const fetchBill = async () => {
    if (paymentId !== undefined) {
      const result = await api(getPayment, { id: paymentId });
      return result.ok ? { ok: true as const, value: result.value.data } : result;
    }
    const quote = await api(getQuote, { purpose: itemType === 'plan' ? 'plan' : 'title', id: itemId });
    buyer = quote.ok ? quote.value.data.buyer : undefined;
    return quote.ok ? { ok: true as const, value: { ...quote.value.data, state: null } } : quote;
  };

  const collect = async (): Promise<{ ok: true; value: string | null } | { ok: false; error: MoneyError }> => {
    if (paymentId !== undefined) {
      const input = {
        payment_id: paymentId,
        forsubscription: forSubscription,
        ref: referrer(),
        callback_url: getCurrentPath(),
      };
      const paid = await api(buySubscription, input);
      return paid.ok ? { ok: true, value: paid.value.data.payment_id ?? paymentId } : paid;
    }
    if (itemId === undefined) return { ok: true, value: null };
    const key = purchases.begin(itemType === 'plan' ? 'plan' : 'title', [itemId], buyer);
    const payment = { payment_method: 'direct_debit', callback_url: getCurrentPath(), ref: referrer() };
    const options = { ...payment, max_total: $bill.get().total, idempotency_key: key };
    const paid =
      itemType === 'plan'
        ? await api(buyPlan, { plan_id: itemId, ...options })
        : await api(buyTitle, { id: itemId, ...options });
    purchases.settle(key, paid, paid.ok ? paid.value.data.payment.id : null, false);
    return paid.ok ? { ok: true, value: paid.value.data.payment.id } : paid;
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
      const { lines, total, state } = fetched.value;
      set({ state: state === 'settled' ? 'settled' : 'open', lines, total });
    },
    pay: async () => {
      if ($bill.get().busy) return;
      set({ busy: true, error: null });
      const paid = await collect();
      if (paid.ok) {
        navigate(paths.callback(paid.value ?? undefined));
        return;
      }
      const hasNewPrice = typeof paid.error === 'object' && paid.error.code === 'price_changed';
      const news = hasNewPrice ? await fetchBill() : null;
      set({
        busy: false,
        error: paid.error,
        ...(news?.ok === true && { lines: news.value.lines, total: news.value.total }),
      });
    },
  };
}
