import { formatNumber, formatPlain } from '../text/format.ts';
import { m } from '../text/paraglide/messages.js';

interface Props {
  sums: { price: number; discount: number; vat: number; total: number }; // toman
  vatPercent: number | null; // null: unknown
  rows?: readonly { term: string; text: string; good?: string | undefined }[];
  totalTerm?: string; // The name of a total that is paid
}

export function Sums({ sums, vatPercent, rows = [], totalTerm = m.sums_total() }: Props) {
  const toman = (amount: number) => m.toman({ amount: formatNumber(amount) });
  return (
    <dl className="sums" aria-label={m.sums_label()}>
      {rows.map(({ term, text, good }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            {text} {good !== undefined && <span className="text-ok">{good}</span>}
          </dd>
        </div>
      ))}
      <div className="sums-total">
        <dt>{totalTerm}</dt>
        <dd>{toman(sums.total)}</dd>
      </div>
      {sums.price !== sums.total && (
        <div>
          <dt>{sums.vat > 0 ? m.sums_price_net() : m.sums_price()}</dt>
          <dd>{toman(sums.price)}</dd>
        </div>
      )}
      {sums.discount > 0 && (
        <div>
          <dt>{m.sums_discount()}</dt>
          <dd className="text-ok">
            <bdi>{m.sums_less({ amount: formatNumber(sums.discount) })}</bdi>
          </dd>
        </div>
      )}
      {sums.vat > 0 && (
        <div>
          <dt>{vatPercent === null ? m.sums_vat() : m.sums_vat_percent({ percent: formatPlain(vatPercent) })}</dt>
          <dd>{toman(sums.vat)}</dd>
        </div>
      )}
    </dl>
  );
}
