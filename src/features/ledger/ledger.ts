import { LINE_KINDS, METHODS } from './payment-kinds.ts';

/**
 * Every kind of event in the ledger; an event is named `<kind>:<id>`, and the legs of one sum to zero.
 * - `pay:<payment>` money comes in: `bank:<method>` − , `wallet:<user>` +
 * - `sale:<payment>` goods go out: `wallet:<user>` −, `sales:<line kind>` + and `vat` +, for each line
 * - `refund:<refund>` a sale is undone: `sales:<line kind>` − and `vat` −, `wallet:<user>` +; to the outside also
 *   `wallet:<user>` −, `outside:<method>` +
 * - `correction:<correction>` a person sets right: one account −, another +
 */
export const LEDGER_EVENTS = ['pay', 'sale', 'refund', 'correction'] as const;

/** Holds what nobody can attribute yet. Only corrections touch it. */
const SUSPENSE = 'suspense';

const ACCOUNT = new RegExp(
  `^(?:wallet:[1-9]\\d{0,14}|(?:bank|outside):(?:${METHODS.join('|')})|sales:(?:${LINE_KINDS.join('|')})|vat|${SUSPENSE})$`,
);

/** Whether a text names an account of the ledger. */
export function isLedgerAccount(text: string): boolean {
  return ACCOUNT.test(text);
}

/** The user whose wallet an account is; null for every other account. */
export function getWalletUser(account: string): number | null {
  return account.startsWith('wallet:') ? Number(account.slice('wallet:'.length)) : null;
}
