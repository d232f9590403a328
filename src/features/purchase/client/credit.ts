import { map, type MapStore } from 'nanostores';
import { DEFAULT_GATEWAY } from '../../payments/config.ts';
import { chargeWallet, getWallet } from '../../payments/contract.ts';
import { parseToman } from '../../../platform/text/money.ts';
import type { MoneyPorts, MoneyProblem } from '../../payments/client/bank.ts';

export interface CreditState {
  /** Toman (spec 3.11); null while it is not known. */
  credit: number | null;
  /** False: the site has no bank, so nothing can be topped up. */
  canCharge: boolean;
  /** Why it is not known; null while it is being asked for. */
  failure: MoneyProblem | null;
  /** On the way to the bank. */
  busy: boolean;
  /** Why the last try did not lead to the bank. */
  problem: MoneyProblem | null;
}

export interface Credit {
  $credit: MapStore<CreditState>;
  /** Asks what the wallet holds (spec 7.12). */
  load: () => Promise<void>;
  /** Begins a charge of an amount as typed and leaves for the bank's page (spec 7.13, 4.18). */
  charge: (typed: string) => Promise<void>;
  /** The amount is being changed: what was wrong with the last is over. */
  forget: () => void;
}

/** The wallet of one opening of the credit modal. */
export function createCredit({ api, here, toBank }: Pick<MoneyPorts, 'api' | 'here' | 'toBank'>): Credit {
  const $credit = map<CreditState>({ credit: null, canCharge: true, failure: null, busy: false, problem: null });
  const set = (change: Partial<CreditState>) => {
    $credit.set({ ...$credit.get(), ...change });
  };
  return {
    $credit,
    load: async () => {
      set({ credit: null, failure: null });
      const result = await api(getWallet, {});
      set(
        result.ok
          ? { credit: result.value.data.my_credit, canCharge: result.value.data.can_charge }
          : { failure: result.error },
      );
    },
    charge: async (typed) => {
      if ($credit.get().busy) return;
      // What is no amount needs no server; limits are the gateway's, which the server knows.
      const amount = parseToman(typed);
      if (!amount.ok) {
        set({ problem: amount.code });
        return;
      }
      set({ busy: true, problem: null });
      const input = { amount: amount.value, payment_method: DEFAULT_GATEWAY, callback_url: here() };
      const result = await api(chargeWallet, input);
      if (result.ok && toBank(result.value.data.pay_url)) return;
      set({ busy: false, problem: result.ok ? 'gateway_failed' : result.error });
    },
    forget: () => {
      set({ problem: null });
    },
  };
}
