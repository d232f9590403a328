import { VAT_PERCENT } from '../config/constants.ts';
import { formatNumber } from '../text/format.ts';
import { computePercent } from '../text/money.ts';

/** The number that is paid for one line of this price, with its VAT. `net` is toman. */
export function formatPaid(net: number): string {
  return formatNumber(net + computePercent(net, VAT_PERCENT));
}
