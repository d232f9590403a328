import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '../../../platform/ui/Button.tsx';

export interface PaymentOption {
  id: string;
  text: string;
  note?: string;
  isAvailable?: boolean;
}

interface Props {
  look: keyof typeof LOOKS;
  action: string;
  hidden: readonly (readonly [name: string, value: string])[];
  maxTotal: number; // Toman, as the visitor saw it
  purchaseKey: string;
  details?: ReactNode;
  notice?: string | null;
  legend: string;
  options: readonly PaymentOption[];
  method: string;
  methodsEnd?: ReactNode;
  payText: string | null; // Null: the form cannot be sent
  busy?: boolean;
  error: string | null;
  children?: ReactNode;
  end?: ReactNode;
  onPay?: ((method: string) => void) | undefined;
}

const LOOKS = {
  order: { form: 'buy', methods: 'buy-methods', method: '', error: 'buy-error' },
  plan: { form: 'checkout', methods: 'payment-methods', method: 'payment-method', error: 'field-error' },
};

/** The one form of a purchase: plain HTML for a page without script, and an island's. */
export function PaymentForm(props: Props) {
  const { look, action, hidden, maxTotal, purchaseKey, details, notice, legend, options, method, methodsEnd } = props;
  const { payText, busy = false, error, children, end, onPay } = props;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (!onPay) return;
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).get('payment_method');
    if (typeof chosen === 'string') onPay(chosen);
  };
  const classes = LOOKS[look];
  const available = options.filter(({ isAvailable }) => isAvailable !== false);
  const first = available.find(({ id }) => id === method) ?? available[0];
  return (
    <form method="post" action={action} className={classes.form} data-once {...(onPay && { onSubmit: submit })}>
      {hidden.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="max_total" value={maxTotal} />
      {purchaseKey !== '' && <input type="hidden" name="idempotency_key" value={purchaseKey} />}
      {details}
      {notice && <p role="status">{notice}</p>}
      {options.length > 0 && (
        <fieldset className={classes.methods}>
          <legend>{legend}</legend>
          {options.map(({ id, text, note = '', isAvailable = true }) => (
            <label key={id} className={classes.method || undefined}>
              <input
                type="radio"
                name="payment_method"
                value={id}
                defaultChecked={id === first?.id}
                disabled={!isAvailable}
                required
              />
              <span>
                {text}
                {note !== '' && <small className="muted">{note}</small>}
              </span>
            </label>
          ))}
          {methodsEnd}
        </fieldset>
      )}
      {children}
      {error !== null && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      {payText !== null && (
        <Button type="submit" busy={busy}>
          {payText}
        </Button>
      )}
      {end}
    </form>
  );
}
