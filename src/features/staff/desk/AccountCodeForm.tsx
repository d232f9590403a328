import { useState, type SyntheticEvent } from 'react';
import { CallError, askApi } from '../../../platform/desk/call-desk.ts';
import { useFirstField } from '../../../platform/desk/use-first-field.ts';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { confirmCode, sendConfirmation } from '../../accounts/contract/account.ts';
import { ACCOUNT_CODE_DAYS } from '../staff.ts';

/** A new code by SMS for an account that signed in long ago. */
export function AccountCodeForm({ onDone }: { onDone: () => void }) {
  const [isSent, setSent] = useState(false);
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const form = useFirstField(String(isSent));
  const send = async () => {
    const result = await askApi(sendConfirmation, {});
    if (result.ok || result.error.code === 'code_too_soon') setSent(true);
    else setError(new CallError(result.error));
  };
  const confirm = async () => {
    const result = await askApi(confirmCode, { code });
    if (result.ok) onDone();
    else setError(new CallError(result.error));
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    void (isSent ? confirm() : send()).finally(() => {
      setBusy(false);
    });
  };
  return (
    <form ref={form} className="desk-form" onSubmit={submit}>
      {isSent ? (
        <Field
          label={m.sign_in_sms()}
          hint={m.sign_in_sent_account()}
          error={error?.message}
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          value={code}
          onChange={(event) => {
            setCode(event.target.value);
          }}
          required
        />
      ) : (
        <>
          <p>{m.sign_in_old({ days: formatNumber(ACCOUNT_CODE_DAYS) })}</p>
          <Refusal error={error} />
        </>
      )}
      <Button type="submit" busy={isBusy}>
        {isSent ? m.sign_in_enter() : m.sign_in_send()}
      </Button>
    </form>
  );
}
