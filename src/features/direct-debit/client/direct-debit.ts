import { map, type MapStore } from 'nanostores';
import type { Input, Output } from '../../../platform/http/call.ts';
import { buySubscription, deleteSubscription, getBanks, getSubscriptions } from '../contract.ts';
import { parseMobile } from '../../../platform/text/mobile.ts';
import type { MoneyPorts, MoneyProblem } from '../../payments/client/bank.ts';

export type Debit = Output<typeof getSubscriptions>['data'];
export type SavedBank = Debit['subscriptions'][number];
type Bank = Output<typeof getBanks>['data']['banks'][number];
/** What can be turned on and off (spec 4.17). */
type Toggle = 'subscription' | 'pay_anything' | { series: number };
/** What else a new bank is for: the fields of spec 7.16 that a payment brings along. */
export type AddedFor = Pick<Input<typeof buySubscription>, 'payment_id' | 'forsubscription'>;

export interface DebitState {
  /** Null until it is there. */
  debit: Debit | null;
  /** The banks that could be added; null where the provider could not be asked. */
  banks: readonly Bank[] | null;
  /** Why `debit` could not be had. */
  failure: MoneyProblem | null;
  busy: 'saving' | 'adding' | 'deleting' | null;
  problem: MoneyProblem | null;
  /**
   * What the last change led to: saved; saved while there is no bank to collect from; or the server's words about a bank
   * that was deleted (spec 8.05).
   */
  done: 'saved' | 'saved_without_bank' | { message: string; message_fa: string } | null;
}

export interface DirectDebit {
  $debit: MapStore<DebitState>;
  /** Asks for banks, settings and series (spec 7.14, 7.15). */
  load: () => Promise<void>;
  /** Turns something on or off, and saves it, with a bank to collect from or without (spec 4.17). */
  toggle: (what: Toggle, on: boolean) => Promise<void>;
  /** Chooses which of the saved banks is collected from. */
  use: (bank: string) => Promise<void>;
  /** Adds a bank: leaves for its consent page, with what is turned on here. */
  add: (bank: string, mobile: string, what?: AddedFor) => Promise<void>;
  /** Deletes a saved bank (spec 7.17). */
  remove: (id: string) => Promise<void>;
}

const START: DebitState = { debit: null, banks: null, failure: null, busy: null, problem: null, done: null };

/** Direct debit as one opening of its modal has it. */
export function createDirectDebit({ api, here, toBank, referrer }: MoneyPorts): DirectDebit {
  const $debit = map<DebitState>(START);
  const set = (change: Partial<DebitState>) => {
    $debit.set({ ...$debit.get(), ...change });
  };
  /** Ends one action; another that began meanwhile stays busy. */
  const end = (action: NonNullable<DebitState['busy']>, change: Partial<DebitState>) => {
    const { busy } = $debit.get();
    set({ busy: busy === action ? null : busy, ...change });
  };
  /** Saves go out one after the other: each holds everything, so the last one has to be the last to arrive. */
  let line: Promise<unknown> = Promise.resolve();
  /** What the server is known to hold: shown again where a save fails. */
  let confirmed: Debit | null = null;

  const read = async () => {
    const [settings, banks] = await Promise.all([api(getSubscriptions, {}), api(getBanks, {})]);
    const list = banks.ok ? banks.value.data.banks : null;
    if (settings.ok) confirmed = settings.value.data;
    if (settings.ok) set({ debit: confirmed, banks: list, failure: null });
    else if ($debit.get().debit === null) set({ failure: settings.error });
  };

  const send = async (debit: Debit, more: Input<typeof buySubscription>) =>
    api(buySubscription, {
      subscription: debit.configs.subscription,
      pay_anything: debit.configs.pay_anything,
      bank: debit.configs.bank,
      series: debit.series.filter(({ directdebit }) => directdebit).map(({ id }) => id),
      ref: referrer(),
      callback_url: here(),
      ...more,
    });

  const save = (change: (debit: Debit) => Debit): Promise<void> => {
    const { debit } = $debit.get();
    if (debit === null) return Promise.resolve();
    set({ debit: change(debit), done: null, problem: null, busy: $debit.get().busy ?? 'saving' });
    const sent = line.then(async () => {
      const latest = $debit.get().debit ?? debit;
      const result = await send(latest, { add_new_bank: false });
      const payUrl = result.ok ? result.value.data.pay_url : null;
      // The bank was deleted meanwhile, in another tab: the server asks for one. A toggle before there was any leads
      // nowhere: the form to add one is open below it (spec 4.16).
      if (payUrl !== null && hasBank(latest) && toBank(payUrl)) return;
      if (result.ok) confirmed = latest;
      // A change that was made meanwhile is still to be sent, and holds this one.
      if (line !== sent) return;
      const done = hasBank(latest) ? 'saved' : 'saved_without_bank';
      end('saving', result.ok ? { done } : { debit: confirmed, problem: result.error });
    });
    line = sent;
    return sent;
  };

  return {
    $debit,
    load: async () => {
      set(START);
      await read();
    },
    toggle: (what, on) => save((debit) => turned(debit, what, on)),
    use: (bank) => save((debit) => ({ ...debit, configs: { ...debit.configs, bank } })),
    add: async (bank, typed, what = {}) => {
      const { debit, busy } = $debit.get();
      if (debit === null || busy === 'adding') return;
      const mobile = parseMobile(typed);
      if (mobile === null) {
        set({ problem: 'mobile_invalid' });
        return;
      }
      set({ busy: 'adding', problem: null, done: null });
      await line;
      const result = await send($debit.get().debit ?? debit, { ...what, add_new_bank: true, bank, mobile });
      const payUrl = result.ok ? result.value.data.pay_url : null;
      if (payUrl !== null && toBank(payUrl)) return;
      end('adding', { problem: result.ok ? 'gateway_failed' : result.error });
    },
    remove: async (id) => {
      if ($debit.get().busy === 'deleting') return;
      set({ busy: 'deleting', problem: null, done: null });
      const result = await api(deleteSubscription, { id });
      // Deleted or not, what is there now is the server's to say; with the last bank all toggles are off.
      await read();
      end('deleting', result.ok ? { done: result.value } : { problem: result.error });
    },
  };
}

/** Whether anything can be collected: a bank that was agreed to. */
export function hasBank({ subscriptions }: Pick<Debit, 'subscriptions'>): boolean {
  return subscriptions.some(({ state }) => state === 'active');
}

/** The bank that is collected from, as the server chooses it: the one of the settings where it is saved, else the newest. */
export function usedBank({ subscriptions, configs }: Pick<Debit, 'subscriptions' | 'configs'>): SavedBank | undefined {
  const active = subscriptions.filter(({ state }) => state === 'active');
  return active.find(({ bank }) => bank === configs.bank) ?? active[0];
}

function turned(debit: Debit, what: Toggle, on: boolean): Debit {
  if (typeof what === 'string') return { ...debit, configs: { ...debit.configs, [what]: on } };
  const series = debit.series.map((one) => (one.id === what.series ? { ...one, directdebit: on } : one));
  return { ...debit, series };
}
