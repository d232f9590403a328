import type { Method } from '../../domain/payment-kinds.ts';
import { formatNumber } from '../../i18n/format.ts';
import { m } from '../../i18n/paraglide/messages.js';

const NAMES: Record<Method, (credit: string) => string> = {
  saman: () => m.buy_method_saman(),
  zarinpal: () => m.buy_method_zarinpal(),
  zibal: () => m.buy_method_zibal(),
  sandbox: () => m.buy_method_sandbox(),
  wallet: (amount) => m.buy_method_wallet({ amount }),
  direct_debit: () => m.buy_method_direct_debit(),
};

/** What a way to pay is called; the wallet with its credit in toman. */
export function methodText(method: Method, credit: number): string {
  return NAMES[method](formatNumber(credit));
}
