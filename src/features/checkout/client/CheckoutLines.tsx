import type { PaymentLine } from '../../payments/contract.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

export function CheckoutLines({ lines }: { lines: readonly PaymentLine[] }) {
  if (!lines.some(({ kind }) => kind === 'download')) return null;
  return (
    <ul className="buy-lines">
      {lines.map((line) => (
        <li key={line.id}>
          <span>
            {nameIn(getLocale(), line)} <bdi className="muted">{line.quality}</bdi>
          </span>
          <span>{m.toman({ amount: formatNumber(line.list_price) })}</span>
        </li>
      ))}
    </ul>
  );
}
