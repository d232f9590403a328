import { map, type MapStore } from 'nanostores';
import type { Input, Output } from '../../../platform/http/calls/call.ts';
import { buySubscription, deleteSubscription, getBanks, getSubscriptions } from '../contract.ts';
import { parseMobile } from '../../../platform/text/mobile.ts';
import type { MoneyPorts, MoneyError } from '../../payments/client/bank.ts';

export type Debit = Output<typeof getSubscriptions>['data'];
export type SavedBank = Debit['subscriptions'][number];
type Bank = Output<typeof getBanks>['data']['banks'][number];
/** Spec 4.17. */
type Toggle = 'subscription' | 'pay_anything' | { series: number };
/** Spec 7.16. */
export type BankPurpose = Pick<Input<typeof buySubscription>, 'payment_id' | 'forsubscription'>;

export interface DebitState {
  debit: Debit | null;
  banks: readonly Bank[] | null;
  loadError: MoneyError | null;
  busy: 'saving' | 'adding' | 'deleting' | null;
  error: MoneyError | null;
  /** `message`: the server's words about a deleted bank (spec 8.05). */
  done: 'saved' | 'saved_without_bank' | { message: string; message_fa: string } | null;
}

export interface DirectDebit {
  $debit: MapStore<DebitState>;
  /** Spec 7.14, 7.15. */
  load: () => Promise<void>;
  /** Saves with or without a bank to collect from (spec 4.17). */
  toggle: (setting: Toggle, isOn: boolean) => Promise<void>;
  use: (bank: string) => Promise<void>;
  add: (bank: string, mobile: string, purpose?: BankPurpose) => Promise<void>;
  /** Spec 7.17. */
  remove: (id: string) => Promise<void>;
}

const START: DebitState = { debit: null, banks: null, loadError: null, busy: null, error: null, done: null };

export function createDirectDebit({ api, getCurrentPath, openBankPage, referrer }: MoneyPorts): DirectDebit {
  const $debit = map<DebitState>(START);
  const set = (change: Partial<DebitState>) => {
    $debit.set({ ...$debit.get(), ...change });
  };
  const end = (action: NonNullable<DebitState['busy']>, change: Partial<DebitState>) => {
    const { busy } = $debit.get();
    set({ busy: busy === action ? null : busy, ...change });
  };
  /** Requests run in sequence: each holds all settings, so the last one must arrive last. */
  let queue: Promise<unknown> = Promise.resolve();
  /** The server's last state, restored where a save fails. */
  let confirmed: Debit | null = null;

  const read = async () => {
    const [settings, banks] = await Promise.all([api(getSubscriptions, {}), api(getBanks, {})]);
    const bankList = banks.ok ? banks.value.data.banks : null;
    if (settings.ok) confirmed = settings.value.data;
    if (settings.ok) set({ debit: confirmed, banks: bankList, loadError: null });
    else if ($debit.get().debit === null) set({ loadError: settings.error });
  };

  const send = async (debit: Debit, extra: Input<typeof buySubscription>) =>
    api(buySubscription, {
      subscription: debit.configs.subscription,
      pay_anything: debit.configs.pay_anything,
      bank: debit.configs.bank,
      series: debit.series.filter(({ directdebit }) => directdebit).map(({ id }) => id),
      ref: referrer(),
      callback_url: getCurrentPath(),
      ...extra,
    });

  const save = (change: (debit: Debit) => Debit): Promise<void> => {
    const { debit } = $debit.get();
    if (debit === null) return Promise.resolve();
    set({ debit: change(debit), done: null, error: null, busy: $debit.get().busy ?? 'saving' });
    const request = queue.then(async () => {
      const latest = $debit.get().debit ?? debit;
      const result = await send(latest, { add_new_bank: false });
      const payUrl = result.ok ? result.value.data.pay_url : null;
      // Another tab may have deleted the bank, so the server asks for one; the form to add it is open (spec 4.16).
      if (payUrl !== null && hasBank(latest) && openBankPage(payUrl)) return;
      if (result.ok) confirmed = latest;
      if (queue !== request) return;
      const done = hasBank(latest) ? 'saved' : 'saved_without_bank';
      end('saving', result.ok ? { done } : { debit: confirmed, error: result.error });
    });
    queue = request;
    return request;
  };

  return {
    $debit,
    load: async () => {
      set(START);
      await read();
    },
    toggle: (setting, isOn) => save((debit) => applyToggle(debit, setting, isOn)),
    use: (bank) => save((debit) => ({ ...debit, configs: { ...debit.configs, bank } })),
    add: async (bank, typed, purpose = {}) => {
      const { debit, busy } = $debit.get();
      if (debit === null || busy === 'adding') return;
      const mobile = parseMobile(typed);
      if (mobile === null) {
        set({ error: 'mobile_invalid' });
        return;
      }
      set({ busy: 'adding', error: null, done: null });
      await queue;
      const result = await send($debit.get().debit ?? debit, { ...purpose, add_new_bank: true, bank, mobile });
      const payUrl = result.ok ? result.value.data.pay_url : null;
      if (payUrl !== null && openBankPage(payUrl)) return;
      end('adding', { error: result.ok ? 'gateway_failed' : result.error });
    },
    remove: async (id) => {
      if ($debit.get().busy === 'deleting') return;
      set({ busy: 'deleting', error: null, done: null });
      const result = await api(deleteSubscription, { id });
      await read();
      end('deleting', result.ok ? { done: result.value } : { error: result.error });
    },
  };
}

export function hasBank({ subscriptions }: Pick<Debit, 'subscriptions'>): boolean {
  return subscriptions.some(({ state }) => state === 'active');
}

/** The same choice as the server's findMandate. */
export function getUsedBank({
  subscriptions,
  configs,
}: Pick<Debit, 'subscriptions' | 'configs'>): SavedBank | undefined {
  const active = subscriptions.filter(({ state }) => state === 'active');
  return active.find(({ bank }) => bank === configs.bank) ?? active[0];
}

function applyToggle(debit: Debit, setting: Toggle, isOn: boolean): Debit {
  if (typeof setting === 'string') return { ...debit, configs: { ...debit.configs, [setting]: isOn } };
  const series = debit.series.map((item) => (item.id === setting.series ? { ...item, directdebit: isOn } : item));
  return { ...debit, series };
}
