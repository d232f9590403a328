import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { formatPaid } from '../../../platform/ui/paid-text.ts';
import type { GuestEntitlement } from '../../entitlement/contract.ts';

/** The words of an act that sells, with the price that is paid, or that no seat is left. Null without a price. */
export function nameSale(offer: GuestEntitlement): string | null {
  const { state, price, owned_hours: hours } = offer;
  if (price === null) return null;
  if (isSoldOut(offer)) return nameSeats(0);
  const amount = formatPaid(price);
  if (state === 'needs_ticket') return m.title_buy_ticket({ amount });
  if (state === 'presale') return m.title_order({ amount });
  return hours ? m.title_rent({ amount }) : m.title_buy({ amount });
}

export const isSoldOut = ({ state, screening }: GuestEntitlement) =>
  state === 'needs_ticket' && screening?.seats_left === 0;

export const nameSeats = (left: number) =>
  left === 0 ? m.ekran_full() : m.ekran_seats_left({ count: formatNumber(left) });
