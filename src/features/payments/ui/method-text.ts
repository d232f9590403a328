import type { Method } from '../../ledger/payment-kinds.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

const NAMES: Record<Method, () => string> = {
  saman: m.method_saman,
  zarinpal: m.method_zarinpal,
  zibal: m.method_zibal,
  sandbox: m.bank_title,
  wallet: m.method_wallet,
  direct_debit: m.method_direct_debit,
};

export function getMethodText(method: Method): string {
  return NAMES[method]();
}
