import type { ReactNode, SubmitEvent } from 'react';
import type { Output } from '../../../platform/http/call.ts';
import type { getQuote } from '../contract.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { getMethodText } from '../../payments/ui/method-text.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Sums } from '../../../platform/ui/Sums.tsx';
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

/** Price, discount, VAT, total and payment methods; also plain HTML for a page without script. */
export function CheckoutForm({
  quote,
  action,
  hidden = [],
  purchaseKey = '',
  loginHref,
  busy = false,
  error = null,
  method: chosen = '',
  children,
  onPay,
}: Props) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (!onPay) return;
    event.preventDefault();
    const method = new FormData(event.currentTarget).get('payment_method');
    if (typeof method === 'string') onPay(method);
  };
  return (
    <form method="post" action={action} className="buy" data-once {...(onPay && { onSubmit: submit })}>
      {hidden.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="max_total" value={quote.total} />
      {purchaseKey !== '' && <input type="hidden" name="idempotency_key" value={purchaseKey} />}
      <CheckoutLines lines={quote.lines} />
      <Sums sums={quote} vatPercent={quote.vat_percent} />
      {error !== null && (
        <p className="buy-error" role="alert">
          {error}
        </p>
      )}
      {quote.methods.length === 0 && <p>{m.buy_no_method()}</p>}
      {loginHref === null && quote.methods.length > 0 && (
        <>
          <fieldset className="buy-methods">
            <legend>{m.buy_method()}</legend>
            {quote.methods.map((method) => (
              <label key={method}>
                <input
                  type="radio"
                  name="payment_method"
                  value={method}
                  defaultChecked={
                    method === (quote.methods.find((candidate) => candidate === chosen) ?? quote.methods[0])
                  }
                />
                {getMethodText(method)}
                {method === 'wallet' && quote.my_credit !== null && (
                  <small className="muted">
                    {m.checkout_credit({ amount: m.toman({ amount: formatNumber(quote.my_credit) }) })}
                  </small>
                )}
              </label>
            ))}
          </fieldset>
          {children}
          <Button type="submit" busy={busy}>
            {m.buy_pay({ amount: formatNumber(quote.total) })}
          </Button>
        </>
      )}
      {loginHref !== null && quote.methods.length > 0 && (
        <>
          <p className="muted">{m.buy_login_note()}</p>
          <a className="btn-solid" href={loginHref}>
            {m.buy_login()}
          </a>
        </>
      )}
    </form>
  );
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
          <span>{m.toman({ amount: formatNumber(line.list_price) })}</span>
        </li>
      ))}
    </ul>
  );
}
