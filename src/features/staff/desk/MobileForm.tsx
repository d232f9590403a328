import { useState, type SyntheticEvent } from 'react';
import { CallError, askApi } from '../../../platform/desk/call-desk.ts';
import { useFirstField } from '../../../platform/desk/use-first-field.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatDigits } from '../../../platform/text/format.ts';
import { formatMobile, parseMobile } from '../../../platform/text/mobile.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { login, sendCode } from '../../accounts/contract/auth.ts';

const NO_REFERRER = 4;

/** The account's own sign-in, as every visitor's. */
export function MobileForm({ onDone }: { onDone: () => void }) {
  const [mobile, setMobile] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const form = useFirstField(mobile);

  const send = async () => {
    const number = parseMobile(typed);
    if (number === null) {
      setError(new Error(m.sign_in_mobile_invalid()));
      return;
    }
    const result = await askApi(sendCode, { mobile: number, ref: NO_REFERRER });
    if (!result.ok && result.error.code !== 'code_too_soon') {
      setError(new CallError(result.error));
      return;
    }
    setMobile(number);
    setTyped('');
  };
  const enter = async (number: string) => {
    const result = await askApi(login, { mobile: number, password: typed, ref: NO_REFERRER });
    if (result.ok) onDone();
    else setError(new CallError(result.error));
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    void (mobile === null ? send() : enter(mobile)).finally(() => {
      setBusy(false);
    });
  };

  return (
    <form ref={form} className="desk-form" onSubmit={submit}>
      <Field
        key={mobile}
        label={mobile === null ? m.sign_in_mobile() : m.sign_in_sms()}
        hint={
          mobile === null ? m.sign_in_mobile_hint() : m.sign_in_sent({ mobile: formatDigits(formatMobile(mobile)) })
        }
        error={error?.message}
        type={mobile === null ? 'tel' : 'text'}
        inputMode="numeric"
        autoComplete={mobile === null ? 'tel' : 'one-time-code'}
        dir="ltr"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
        }}
        required
      />
      <Button type="submit" busy={busy}>
        {mobile === null ? m.sign_in_send() : m.sign_in_enter()}
      </Button>
      {mobile !== null && (
        <Button
          look="link"
          onClick={() => {
            setMobile(null);
            setTyped('');
            setError(null);
          }}
        >
          {m.sign_in_edit()}
        </Button>
      )}
    </form>
  );
}
