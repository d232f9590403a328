import type { ReactNode } from 'react';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { Method } from '../../ledger/payment-kinds.ts';
import type { getQuote } from '../contract.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { getMethodText } from '../../payments/ui/method-text.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { Sums } from '../../../platform/ui/Sums.tsx';
import { PaymentForm, type PaymentOption } from './PaymentForm.tsx';
import type { PaymentLine } from '../../payments/contract.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';

interface Props {
  quote: Output<typeof getQuote>['data'];
  action: string;
  hidden?: readonly (readonly [name: string, value: string])[];
  purchaseKey?: string;
  loginHref: string | null;
  busy?: boolean;
  error?: string | null;
  method?: string;
  children?: ReactNode;
  onPay?: (method: string) => void;
}

/** Lines, discount, VAT, total and payment methods of an order; also plain HTML for a page without script. */
export function CheckoutForm({
  quote,
  action,
  hidden = [],
  purchaseKey = '',
  loginHref,
  busy = false,
  error = null,
  method = '',
  children,
  onPay,
}: Props) {
  const canPay = quote.methods.length > 0;
  const isSignedIn = loginHref === null;
  return (
    <PaymentForm
      look="order"
      {...{ action, hidden, purchaseKey, busy, error, method, onPay }}
      maxTotal={quote.total}
      details={
        <>
          <CheckoutLines lines={quote.lines} />
          <Sums sums={quote} vatPercent={quote.vat_percent} />
        </>
      }
      notice={canPay ? null : m.buy_no_method()}
      legend={m.buy_method()}
      options={isSignedIn ? quote.methods.map((id) => toOption(id, quote.my_credit)) : []}
      payText={isSignedIn && canPay ? m.buy_pay({ amount: formatNumber(quote.total) }) : null}
      end={
        !isSignedIn &&
        canPay && (
          <>
            <p className="muted">{m.buy_login_note()}</p>
            <a className="btn-solid" href={loginHref}>
              {m.buy_login()}
            </a>
          </>
        )
      }
    >
      {isSignedIn && canPay && children}
    </PaymentForm>
  );
}

function toOption(id: Method, credit: number | null): PaymentOption {
  const note = id === 'wallet' && credit !== null ? m.checkout_credit({ amount: toToman(credit) }) : '';
  return { id, text: getMethodText(id), note };
}

function toToman(amount: number): string {
  return m.toman({ amount: formatNumber(amount) });
}

function CheckoutLines({ lines }: { lines: readonly PaymentLine[] }) {
  if (!lines.some(({ kind }) => kind === 'download')) return null;
  return (
    <ul className="buy-lines">
      {lines.map((line) => (
        <li key={line.id}>
          <span>
            {nameIn(getLocale(), line)} <bdi className="muted">{line.quality}</bdi>
          </span>
          <span>{toToman(line.total)}</span>
        </li>
      ))}
    </ul>
  );
}
