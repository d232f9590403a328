import { VAT_PERCENT } from '../../../platform/config/constants.ts';
import { computePercent } from '../../../platform/text/money.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import type { GuestEntitlement } from '../../entitlement/contract.ts';

/** The words of an act that sells, with the price that is paid. Null without a price. */
export function nameSale({ state, price, owned_hours: hours }: GuestEntitlement): string | null {
  if (price === null) return null;
  const amount = formatNumber(price + computePercent(price, VAT_PERCENT));
  if (state === 'needs_ticket') return m.title_buy_ticket({ amount });
  if (state === 'presale') return m.title_order({ amount });
  return hours ? m.title_rent({ amount }) : m.title_buy({ amount });
}
