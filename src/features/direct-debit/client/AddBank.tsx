import { useId, useState, type SubmitEvent } from 'react';
import { DEFAULT_BANK } from '../../payments/config.ts';
import { readTypedMobile } from '../../../platform/client/typed-mobile.ts';
import { formatMobile } from '../../../platform/text/mobile.ts';
import { getBankName } from '../bank-names.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { hasBank, type BankPurpose, type Debit, type DebitState, type DirectDebit } from './direct-debit.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { Switch } from '../../../platform/ui/Switch.tsx';
import { formatDate, formatNumber, formatPlain } from '../../../platform/text/format.ts';
import { isMobileError, getMoneyErrorText } from '../../payments/client/money-error.ts';

interface Props {
  debit: Debit;
  state: DebitState;
  store: DirectDebit;
  isConfirming: boolean;
  mobile?: string | undefined;
  purpose?: BankPurpose;
}

/** Adds a bank with its terms (spec 2.42). Without a saved bank the form is open (spec 4.16). */
export function AddBank({ debit, state, store, isConfirming, mobile, purpose }: Props) {
  const isForced = !hasBank(debit);
  const [isWanted, setIsWanted] = useState(false);
  const [mobileText, setMobileText] = useState(formatMobile(mobile ?? debit.mobile));
  const healthyBanks = (state.banks ?? []).filter(({ is_healthy: isHealthy }) => isHealthy);
  const defaultBank = healthyBanks.find(({ code }) => code === DEFAULT_BANK) ?? healthyBanks[0];
  const [bank, setBank] = useState(defaultBank?.code ?? DEFAULT_BANK);
  const id = useId();
  const { banks, busy, error } = state;
  if (banks?.length === 0) return <p className="debit-note">{m.debit_none()}</p>;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void store.add(bank, mobileText, purpose);
  };
  return (
    <section>
      <Switch
        label={m.debit_add()}
        checked={isForced || isWanted}
        disabled={isForced}
        onChange={(event) => {
          setIsWanted(event.currentTarget.checked);
        }}
      />
      {(isForced || isWanted) && banks === null && <p className="money-error">{m.debit_banks_failed()}</p>}
      {(isForced || isWanted) && banks !== null && (
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
              {banks.map(({ code, name, is_healthy: isHealthy }) => (
                <option key={code} value={code} disabled={!isHealthy}>
                  {isHealthy ? getBankName(code, name) : m.debit_bank_down({ bank: getBankName(code, name) })}
                </option>
              ))}
            </select>
          </div>
          <Field
            label={m.debit_mobile()}
            hint={m.debit_mobile_hint()}
            error={isMobileError(error) ? getMoneyErrorText(error, ['mobile']) : undefined}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            name="mobile"
            dir="ltr"
            value={mobileText}
            onChange={(event) => {
              setMobileText(readTypedMobile(event));
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

function ConsentTerms({ terms }: { terms: Debit['terms'] }) {
  if (terms.ends_on === '') return null;
  return (
    <div className="debit-terms">
      <p>{m.debit_terms()}</p>
      <dl>
        <dt>{m.bank_limit()}</dt>
        <dd>{m.toman({ amount: formatNumber(terms.limit) })}</dd>
        <dt>{m.bank_count()}</dt>
        <dd>{formatPlain(terms.count_per_month)}</dd>
        <dt>{m.bank_ends()}</dt>
        <dd>{formatDate(terms.ends_on)}</dd>
      </dl>
    </div>
  );
}
