import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import type { TitlePrice } from '../price.ts';

export function describePrice(price: TitlePrice | null): string {
  if (price === null) return m.price_none();
  const toman = formatNumber(price.toman);
  const sale = price.sale === 'only' ? m.price_text_only({ toman }) : m.price_text_beside({ toman });
  return price.owned_hours === null
    ? `${sale} ${m.price_for_good()}`
    : `${sale} ${m.price_for_hours({ hours: formatNumber(price.owned_hours) })}`;
}
