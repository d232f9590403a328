import type { PaymentLine } from '../../payments/contract.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

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
