import type { Account } from '@pardeh/money-simulator/banks/vandar';
import type { History, Step } from '@pardeh/money-simulator/history';

/** A history of our shop. */
export interface ShopHistory extends History<Action> {
  /** Real banks and Vandar's direct debit, or the sandbox for both. */
  world: 'banks' | 'sandbox';
  beginning: Beginning;
}

export type ShopStep = Step<Action>;

export type Purchase = { kind: 'plan' | 'gift' | 'title'; id: number } | { kind: 'cart'; items: readonly number[] };
export type Forgery = 'other payment' | 'reference' | 'paid' | 'cancelled' | 'amount' | 'token';

/**
 * `page`, `payment` and `mandate` are counted among those there are at that moment. `alike`: among pages of one bank that
 * ask for the same amount, if there are two, the other one paid. `wish`: the number that the key of a purchase is made of;
 * null: a page that sends none.
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
  | { do: 'refund'; payment: number; to: 'wallet' | 'outside'; part: boolean; times: number }
  | { do: 'correct'; user: number; toman: number };

/** Possessions of users: nothing, credit in their wallets, a bank saved and everything automatic on, or both. */
export type Beginning = 'nothing' | 'wallets' | 'mandates' | 'both';
