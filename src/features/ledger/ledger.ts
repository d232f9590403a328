import { LINE_KINDS, METHODS } from './payment-kinds.ts';

/** The price without VAT of gift cards that nobody has redeemed: owed, not earned. */
export const GIFT_CARDS = 'gift_cards';

/** An event is named `<kind>:<id>`; its legs sum to zero.
 * - `pay:<payment>` `bank:<method>` −, `wallet:<user>` +
 * - `sale:<payment>` for each line: `wallet:<user>` −, `sales:<line kind>` +, `vat` +
 * - `refund:<refund>` sale reversed; to the outside also `wallet:<user>` −, `outside:<method>` +
 * - `undo:<refund>` all legs of the refund reversed
 * - `redeem:<gift card>` `gift_cards` −, `sales:plan` +
 * - `correction:<correction>` one account −, another +
 *
 * The sale of a gift card, and its refund, have `gift_cards` instead of `sales:plan`. */
export const LEDGER_EVENTS = ['pay', 'sale', 'refund', 'undo', 'redeem', 'correction'] as const;

/** Money that nobody can attribute yet. Only corrections touch it. */
const SUSPENSE = 'suspense';

const ACCOUNT = new RegExp(
  `^(?:wallet:[1-9]\\d{0,14}|(?:bank|outside):(?:${METHODS.join('|')})|sales:(?:${LINE_KINDS.join('|')})|vat|${GIFT_CARDS}|${SUSPENSE})$`,
);

/** All but wallets, for a person to choose from. */
export const SHARED_ACCOUNTS: readonly string[] = [
  ...METHODS.filter((method) => method !== 'wallet').flatMap((method) => [`bank:${method}`, `outside:${method}`]),
  ...LINE_KINDS.filter((kind) => kind !== 'wallet').map((kind) => `sales:${kind}`),
  ...['vat', SUSPENSE],
];

export function isLedgerAccount(text: string): boolean {
  return ACCOUNT.test(text);
}

export function getWalletUser(account: string): number | null {
  return account.startsWith('wallet:') ? Number(account.slice('wallet:'.length)) : null;
}
