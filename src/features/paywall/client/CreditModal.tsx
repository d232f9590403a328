import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { PAYMENT_MAX_TOMAN, PAYMENT_MIN_TOMAN, QUICK_CREDITS } from '../../payments/config.ts';
import { parseToman } from '../../../platform/text/money.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { createBrowserPorts } from '../../payments/client/bank.ts';
import { createCredit, type CreditState } from './credit.ts';
import { closeModal, type ModalNamed } from '../../../platform/client/modal.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import css from './credit.css?inline';
import money from '../../payments/client/money.css?inline';
import { getMoneyErrorText } from '../../payments/client/money-error.ts';

/** Spec 2.40, 2.41. */
export function CreditModal({ wallet }: Omit<ModalNamed<'credit'>, 'name'>) {
  const [store] = useState(() => createCredit(createBrowserPorts()));
  const state = useStore(store.$credit);
  const [typed, setTyped] = useState(wallet === undefined ? '' : formatNumber(wallet));
  const input = useRef<HTMLInputElement>(null);
  useStyles(css);
  useStyles(money);
  useEffect(() => {
    void store.load();
  }, [store]);
  useEffect(() => {
    if (state.error === null) return;
    input.current?.focus();
    input.current?.select();
  }, [state.error]);
  const amount = parseToman(typed);
  const changeAmount = (text: string) => {
    store.clearError();
    setTyped(text);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void store.charge(typed);
  };
  return (
    <Dialog title={m.credit_title()} onClose={closeModal}>
      <MyCredit state={state} onRetry={() => void store.load()} />
      {state.canCharge ? (
        <form className="money-form" noValidate onSubmit={submit}>
          <fieldset className="credit-picks">
            <legend>{m.credit_picks()}</legend>
            {QUICK_CREDITS.map((pick) => (
              <Button
                key={pick}
                look="line"
                aria-pressed={amount.ok && amount.value === pick}
                onClick={() => {
                  changeAmount(formatNumber(pick));
                }}
              >
                {m.toman({ amount: formatNumber(pick) })}
              </Button>
            ))}
          </fieldset>
          <Field
            ref={input}
            label={m.credit_amount()}
            hint={m.credit_limits({ min: formatNumber(PAYMENT_MIN_TOMAN), max: formatNumber(PAYMENT_MAX_TOMAN) })}
            error={getMoneyErrorText(state.error, ['amount', 'payment_method'])}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            name="amount"
            dir="ltr"
            value={typed}
            readOnly={state.busy}
            onChange={(event) => {
              changeAmount(event.currentTarget.value);
            }}
            onBlur={() => {
              if (amount.ok) setTyped(formatNumber(amount.value));
            }}
          />
          <Button type="submit" busy={state.busy}>
            {state.busy ? m.credit_leaving() : m.credit_buy()}
          </Button>
        </form>
      ) : (
        <p role="status">{m.error_gateway_none()}</p>
      )}
    </Dialog>
  );
}

/** Spec 3.11. Topping up works without it. */
function MyCredit({ state, onRetry }: { state: CreditState; onRetry: () => void }) {
  const { credit, loadError } = state;
  return (
    <div className="credit-mine">
      <p role="status">
        {loadError === null && m.credit_mine()}{' '}
        {credit !== null && <strong>{m.toman({ amount: formatNumber(credit) })}</strong>}
        {credit === null && loadError === null && <span className="muted">{m.credit_loading()}</span>}
        {loadError !== null && <span className="money-error">{getMoneyErrorText(loadError)}</span>}
      </p>
      {loadError !== null && (
        <Button look="link" onClick={onRetry}>
          {m.modal_try_again()}
        </Button>
      )}
    </div>
  );
}
