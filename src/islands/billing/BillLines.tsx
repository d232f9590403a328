import type { PaymentLine } from '../../contract/payments.ts';
import { nameIn } from '../../domain/locale.ts';
import { formatNumber } from '../../i18n/format.ts';
import { getLocale } from '../../i18n/locale.ts';
import { m } from '../../i18n/paraglide/messages.js';

/** What is paid for, and how much in all, VAT included. */
export function BillLines({ lines, total }: { lines: readonly PaymentLine[]; total: number }) {
  return (
    <dl className="bill">
      {lines.map((line) => (
        <div key={`${line.kind} ${String(line.id)}`}>
          <dt>{nameIn(getLocale(), line)}</dt>
          <dd>{m.toman({ amount: formatNumber(line.total) })}</dd>
        </div>
      ))}
      <div>
        <dt>{m.pay_total()}</dt>
        <dd>
          <strong>{m.toman({ amount: formatNumber(total) })}</strong>
        </dd>
      </div>
    </dl>
  );
}
