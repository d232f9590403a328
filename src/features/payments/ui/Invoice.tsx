import type { ReactNode } from 'react';
import type { Seller } from '../../../platform/config/seller.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { formatDate, formatDigits, formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import type { Payment, PaymentLine } from '../contract.ts';
import type { Invoice as SaleInvoice } from '../invoiced.ts';
import { getLineText, type NamedLine } from './texts.ts';
import './invoice.css';

type Line = NamedLine & Pick<PaymentLine, 'list_price' | 'discount' | 'vat' | 'total'>;
type Refund = Pick<Payment['refunds'][number], 'destination' | 'created_at'>;

interface Props {
  seller: Seller;
  /** As the reader may see it; null: it is the reader. */
  buyer: ReactNode;
  payment: Pick<Payment, 'id' | 'settled_at'>;
  invoice: SaleInvoice<Line, Refund>;
}

/** Toman. A refund is a line of its own. */
export function Invoice({ seller, buyer, payment: { id, settled_at: at }, invoice }: Props) {
  const { lines, refunds, total, vat } = invoice;
  return (
    <section className="invoice" aria-labelledby="invoice-title">
      <h2 id="invoice-title">{m.invoice_title()}</h2>
      <Rows
        rows={[
          [m.invoice_number(), <bdi dir="ltr">{id}</bdi>],
          [m.invoice_date(), at === null ? '' : formatDate(at)],
          [m.invoice_seller(), <bdi>{seller.name}</bdi>],
          ...nameSeller(seller),
          [m.invoice_buyer(), buyer],
        ]}
      />
      <table>
        <caption>{m.invoice_unit()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.invoice_item()}</th>
            {[m.invoice_price(), m.sums_discount(), m.sums_vat(), m.invoice_sum()].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, number) => (
            <Row
              key={number}
              name={getLineText(line, getLocale())}
              sums={[line.list_price, line.discount, line.vat, line.total]}
            />
          ))}
          {refunds.map((refund, number) => (
            <Row
              key={number}
              name={
                refund.destination === 'wallet'
                  ? m.invoice_to_wallet({ date: formatDate(refund.created_at) })
                  : m.invoice_to_outside({ date: formatDate(refund.created_at) })
              }
              sums={[null, null, -refund.vat, -refund.toman]}
            />
          ))}
        </tbody>
        <tfoot>
          <Row
            name={refunds.length === 0 ? m.invoice_total() : m.invoice_rest()}
            sums={[
              null,
              null,
              refunds.reduce((sum, refund) => sum - refund.vat, vat),
              refunds.reduce((sum, refund) => sum - refund.toman, total),
            ]}
          />
        </tfoot>
      </table>
    </section>
  );
}

function nameSeller(seller: Seller): [string, ReactNode][] {
  const rows: [string, string][] = [
    [m.invoice_economic_code(), seller.economic_code],
    [m.invoice_national_id(), seller.national_id],
    [m.invoice_registration(), seller.registration],
    [m.invoice_address(), seller.address],
    [m.invoice_postal_code(), seller.postal_code],
    [m.invoice_phone(), seller.phone],
  ];
  return rows.filter(([, text]) => text !== '').map(([name, text]) => [name, <bdi>{formatDigits(text)}</bdi>]);
}

function Rows({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl>
      {rows
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Price, discount, VAT and sum; null: none. */
function Row({ name, sums }: { name: string; sums: readonly (number | null)[] }) {
  const names = [m.invoice_price(), m.sums_discount(), m.sums_vat(), m.invoice_sum()];
  return (
    <tr>
      <th scope="row">{name}</th>
      {sums.map((sum, at) => (
        <td key={at} data-name={names[at]}>
          {sum !== null && <bdi>{formatNumber(sum)}</bdi>}
        </td>
      ))}
    </tr>
  );
}
