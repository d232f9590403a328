import { findGatewayDefinition, type Method } from '../../ledger/payment-kinds.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

const NAMES: Partial<Record<Method, () => string>> = {
  sandbox: m.bank_title,
  wallet: m.method_wallet,
  direct_debit: m.method_direct_debit,
};

export function getMethodText(method: Method): string {
  const gateway = findGatewayDefinition(method);
  return NAMES[method]?.() ?? (gateway ? m.method_gateway({ name: nameIn(getLocale(), gateway) }) : '');
}
