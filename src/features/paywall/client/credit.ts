import { map, type MapStore } from 'nanostores';
import { DEFAULT_GATEWAY } from '../../payments/config.ts';
import { getWallet } from '../../payments/contract.ts';
import { chargeWallet } from '../../checkout/contract.ts';
import { parseToman } from '../../../platform/text/money.ts';
import type { MoneyPorts, MoneyError } from '../../payments/client/bank.ts';
import { mapResult, purchaseOnce } from '../../payments/client/purchase-once.ts';

export interface CreditState {
  /** Toman (spec 3.11); null while unknown. */
  credit: number | null;
  canCharge: boolean;
  loadError: MoneyError | null;
  busy: boolean;
  error: MoneyError | null;
}

export interface Credit {
  $credit: MapStore<CreditState>;
  /** Spec 7.12. */
  load: () => Promise<void>;
  /** `typed`: toman as typed. Leaves for the bank's page (spec 7.13, 4.18). */
  charge: (typed: string) => Promise<void>;
  clearError: () => void;
}

export function createCredit(ports: Pick<MoneyPorts, 'api' | 'getCurrentPath' | 'openBankPage' | 'purchases'>): Credit {
  const { api, getCurrentPath } = ports;
  let buyer: number | undefined;
  const $credit = map<CreditState>({ credit: null, canCharge: true, loadError: null, busy: false, error: null });
  const set = (change: Partial<CreditState>) => {
    $credit.set({ ...$credit.get(), ...change });
  };
  return {
    $credit,
    load: async () => {
      set({ credit: null, loadError: null });
      const result = await api(getWallet, {});
      if (result.ok) buyer = result.value.data.buyer;
      set(
        result.ok
          ? { credit: result.value.data.my_credit, canCharge: result.value.data.can_charge }
          : { loadError: result.error },
      );
    },
    charge: async (typed) => {
      if ($credit.get().busy) return;
      const amount = parseToman(typed);
      if (!amount.ok) {
        set({ error: amount.code });
        return;
      }
      set({ busy: true, error: null });
      const input = { amount: amount.value, payment_method: DEFAULT_GATEWAY, callback_url: getCurrentPath() };
      const outcome = await purchaseOnce(ports, {
        purpose: 'wallet',
        items: [amount.value],
        buyer,
        send: async (idempotency_key) =>
          mapResult(await api(chargeWallet, { ...input, idempotency_key }), ({ data }) => ({
            paymentId: data.payment_id,
            payUrl: data.pay_url,
            endsHere: false,
          })),
      });
      if (outcome.state === 'at_bank') return;
      set({ busy: false, error: outcome.state === 'failed' ? outcome.error : 'gateway_failed' });
    },
    clearError: () => {
      set({ error: null });
    },
  };
}
