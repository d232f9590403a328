import { useId, useState, type SubmitEvent } from 'react';
import { DEFAULT_BANK } from '../../payments/config.ts';
import { MOBILE_MAX_LENGTH } from '../../../platform/config/constants.ts';
import { formatMobile } from '../../../platform/text/mobile.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { hasBank, type AddedFor, type Debit, type DebitState, type DirectDebit } from './direct-debit.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { Switch } from '../../../platform/ui/Switch.tsx';
import { ConsentTerms } from './ConsentTerms.tsx';
import { isOfMobile, problemText } from '../../payments/client/problem-text.ts';

interface Props {
  debit: Debit;
  state: DebitState;
  store: DirectDebit;
  /** Whether the request waits for the visitor's SMS code. */
  isConfirming: boolean;
  /** The number to begin with, where another is known than the login's. */
  mobile?: string | undefined;
  /** The payment it is added for. */
  what?: AddedFor;
}

/**
 * Adds a bank (spec 2.42): which one, the account's number, and what it will be asked to agree to, before anything is
 * agreed to. Without a saved bank it is open and stays so (spec 4.16).
 */
export function AddBank({ debit, state, store, isConfirming, mobile, what }: Props) {
  const forced = !hasBank(debit);
  const [wanted, setWanted] = useState(false);
  const [number, setNumber] = useState(formatMobile(mobile ?? debit.mobile));
  const usable = (state.banks ?? []).filter(({ is_healthy: healthy }) => healthy);
  const first = usable.find(({ code }) => code === DEFAULT_BANK) ?? usable[0];
  const [bank, setBank] = useState(first?.code ?? DEFAULT_BANK);
  const id = useId();
  const { banks, busy, problem } = state;
  if (banks?.length === 0) return <p className="debit-note">{m.debit_none()}</p>;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void store.add(bank, number, what);
  };
  return (
    <section className="debit-add">
      <Switch
        label={m.debit_add()}
        checked={forced || wanted}
        disabled={forced}
        onChange={(event) => {
          setWanted(event.currentTarget.checked);
        }}
      />
      {(forced || wanted) && banks === null && <p className="money-error">{m.debit_banks_failed()}</p>}
      {(forced || wanted) && banks !== null && (
        <form className="money-form" noValidate onSubmit={submit}>
          <div className="field">
            <label htmlFor={id}>{m.debit_bank()}</label>
            <select
              id={id}
              name="bank"
              value={bank}
              onChange={(event) => {
                setBank(event.currentTarget.value);
              }}
            >
              {banks.map(({ code, name, is_healthy: healthy }) => (
                <option key={code} value={code} disabled={!healthy}>
                  {healthy ? name : m.debit_bank_down({ bank: name })}
                </option>
              ))}
            </select>
          </div>
          <Field
            label={m.debit_mobile()}
            hint={m.debit_mobile_hint()}
            error={isOfMobile(problem) ? problemText(problem, ['mobile']) : undefined}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            name="mobile"
            dir="ltr"
            maxLength={MOBILE_MAX_LENGTH}
            value={number}
            onChange={(event) => {
              setNumber(event.currentTarget.value);
            }}
          />
          <ConsentTerms terms={debit.terms} />
          <Button type="submit" busy={busy === 'adding'}>
            {busy !== 'adding' ? m.debit_consent() : isConfirming ? m.confirm_waiting() : m.credit_leaving()}
          </Button>
        </form>
      )}
    </section>
  );
}
