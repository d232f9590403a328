import { map, type MapStore } from 'nanostores';
import { buySubscription } from '../../direct-debit/contract.ts';
import { buyPlan, buyTitle, getPayment, getQuote, type PaymentLine } from '../../payments/contract.ts';
import { paths } from '../../../platform/paths.ts';
import type { MoneyPorts, MoneyProblem } from '../../payments/client/bank.ts';

/** Spec 2.43: an open payment, or a plan or title to buy. */
export interface BillSubject {
  paymentId?: string | undefined;
  itemId?: number | undefined;
  itemType?: string | undefined;
  forSubscription?: boolean | undefined;
}

export interface BillState {
  /** `empty`: nothing was named that could be paid. `settled`: it is paid already. */
  state: 'loading' | 'open' | 'settled' | 'empty' | 'failed';
  lines: readonly PaymentLine[];
  /** Toman, VAT included. */
  total: number;
  busy: boolean;
  /** Why it could not be had, or the last try to pay it did not succeed. */
  problem: MoneyProblem | null;
}

export interface Bill {
  $bill: MapStore<BillState>;
  /** Asks what it is and costs. */
  load: () => Promise<void>;
  /** Pays it from the bank account and leaves for the page that tells how it went. */
  pay: () => Promise<void>;
}

/** What is to be paid by direct debit in one opening of the payment modal. */
export function createBill({ api, here, leave, referrer }: MoneyPorts, of: BillSubject): Bill {
  const $bill = map<BillState>({ state: 'loading', lines: [], total: 0, busy: false, problem: null });
  const set = (change: Partial<BillState>) => {
    $bill.set({ ...$bill.get(), ...change });
  };
  const { paymentId, itemId, itemType, forSubscription = false } = of;

  const fetchBill = async () => {
    if (paymentId !== undefined) {
      const result = await api(getPayment, { id: paymentId });
      return result.ok ? { ok: true as const, value: result.value.data } : result;
    }
    const foundResult = await api(getQuote, { purpose: itemType === 'plan' ? 'plan' : 'title', id: itemId });
    return foundResult.ok ? { ok: true as const, value: { ...foundResult.value.data, state: null } } : foundResult;
  };

  /** The id of the payment that this became, or why there is none. */
  const collect = async (): Promise<{ ok: true; value: string | null } | { ok: false; error: MoneyProblem }> => {
    if (paymentId !== undefined) {
      const input = { payment_id: paymentId, forsubscription: forSubscription, ref: referrer(), callback_url: here() };
      const paid = await api(buySubscription, input);
      return paid.ok ? { ok: true, value: paid.value.data.payment_id ?? paymentId } : paid;
    }
    if (itemId === undefined) return { ok: true, value: null };
    const how = { payment_method: 'direct_debit', callback_url: here(), ref: referrer() };
    const paid =
      itemType === 'plan'
        ? await api(buyPlan, { plan_id: itemId, ...how })
        : await api(buyTitle, { id: itemId, ...how });
    return paid.ok ? { ok: true, value: paid.value.data.payment.id } : paid;
  };

  return {
    $bill,
    load: async () => {
      if (paymentId === undefined && itemId === undefined) {
        set({ state: 'empty' });
        return;
      }
      set({ state: 'loading', problem: null });
      const result2 = await fetchBill();
      if (!result2.ok) {
        set({ state: 'failed', problem: result2.error });
        return;
      }
      const { lines, total, state } = result2.value;
      set({ state: state === 'settled' ? 'settled' : 'open', lines, total });
    },
    pay: async () => {
      if ($bill.get().busy) return;
      set({ busy: true, problem: null });
      const paid = await collect();
      if (!paid.ok) set({ busy: false, problem: paid.error });
      else leave(paths.callback(paid.value ?? undefined));
    },
  };
}
