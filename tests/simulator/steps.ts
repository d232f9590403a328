import type { Account } from '@pardeh/money-simulator/banks/vandar';
import type { History, Step } from '@pardeh/money-simulator/history';

/** A history of our shop. */
export interface ShopHistory extends History<Action> {
  /** Real banks and Vandar's direct debit, or the sandbox for both. */
  world: 'banks' | 'sandbox';
  beginning: Beginning;
}

export type ShopStep = Step<Action>;

/** `count`: of gift cards. */
export type Purchase =
  { kind: 'plan' | 'gift' | 'title'; id: number; count?: number } | { kind: 'cart'; items: readonly number[] };
/** `line`: counted among those of the payment. `share`: thousandths of its total. */
export interface Part {
  line: number;
  share: number;
  days: number;
}
export type Forgery = 'other payment' | 'reference' | 'paid' | 'cancelled' | 'amount' | 'token';

/**
 * `page`, `payment` and `mandate` are counted among those there are at that moment. `alike`: among pages of one bank that
 * ask for the same amount, if there are two, the other one paid. `wish`: the number that the key of a purchase is made of;
 * null: a page that sends none. `rial`: taken by the provider of direct debit whatever it is asked for; null: as asked.
 */
export type Action =
  | { do: 'buy'; user: number; what: Purchase; method: string; code: string | null; wish: number | null; times: number }
  | { do: 'charge'; user: number; amount: number; method: string; times: number }
  | { do: 'press'; page: number; how: 'pay' | 'cancel' | 'pay another amount'; returns: number }
  | { do: 'return'; page: number; times: number }
  | { do: 'forge'; page: number; other: number; forgery: Forgery; alike: boolean }
  | { do: 'look'; user: number }
  | { do: 'check'; payment: number; times: number }
  | { do: 'settings'; user: number; subscription: boolean; anything: boolean; series: boolean; bank: boolean }
  | { do: 'consent'; mandate: number; agrees: boolean; returns: number }
  | { do: 'collect'; payment: number; times: number }
  | { do: 'remove bank'; user: number }
  | { do: 'account'; user: number; account: Account }
  | { do: 'episode' }
  | { do: 'cron'; times: number }
  | { do: 'cancel account'; user: number }
  | { do: 'redeem'; card: number; user: number; times: number }
  | { do: 'refund'; payment: number; to: 'wallet' | 'outside'; part: Part | null; times: number }
  | { do: 'undo'; refund: number; times: number }
  | { do: 'batch'; plan: number; toman: number; times: number }
  | { do: 'correct'; user: number; toman: number }
  | { do: 'amount'; rial: number | null }
  | { do: 'resolve'; to: 'wallet' | 'outside'; again: boolean }
  | { do: 'night' }
  | FairAction;

export type FaultKind = 'channel' | 'screening';
/** A fault as a person proposes it: seconds before the step. */
export interface Claim {
  kind: FaultKind | 'subscription' | 'title';
  subject: number;
  from: number;
  until: number;
}

/** Days that the staff and the site give, and what moves the end of a subscription meanwhile. */
export type FairAction =
  | { do: 'give'; user: number; days: number; times: number }
  | { do: 'take back'; gift: number; times: number }
  | { do: 'withdraw'; times: number }
  | { do: 'pause'; user: number; months: number; times: number }
  | { do: 'resume'; user: number; times: number }
  | { do: 'watch'; user: number; item: 'channel' | 'film' }
  | { do: 'fail play'; user: number; answers: number }
  | { do: 'fault'; what: FaultKind; isAway: boolean }
  | { do: 'rules'; kinds: string }
  | { do: 'propose'; claim: Claim; days: number; times: number }
  | { do: 'decide'; number: number; approves: boolean; isOther: boolean; times: number };

/** Possessions of users: nothing, credit in their wallets, a bank saved and everything automatic on, or both. */
export type Beginning = 'nothing' | 'wallets' | 'mandates' | 'both';
