import { useState } from 'react';
import { CallError, askApi } from '../../../platform/desk/call-desk.ts';
import { useFirstField } from '../../../platform/desk/use-first-field.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { openStaffSession } from '../contract.ts';

interface Props {
  label?: string;
  /** Of the button. */
  act?: string;
  /** The recovery codes with the first code of a factor; else null. */
  onOpen: (recovery: readonly string[] | null) => void;
}

/** A code of the program of codes, or a recovery code. */
export function CodeForm({ label = m.factor_code(), act = m.factor_open(), onOpen }: Props) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const form = useFirstField();
  return (
    <form
      ref={form}
      className="desk-form"
      onSubmit={(event) => {
        event.preventDefault();
        setBusy(true);
        void askApi(openStaffSession, { code })
          .then((result) => {
            if (result.ok) onOpen(result.value.data.recovery_codes);
            else setError(new CallError(result.error));
          })
          .finally(() => {
            setBusy(false);
          });
      }}
    >
      <Field
        label={label}
        hint={m.factor_code_hint()}
        error={error?.message}
        inputMode="text"
        autoComplete="one-time-code"
        dir="ltr"
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
        }}
        required
      />
      <Button type="submit" busy={busy}>
        {act}
      </Button>
    </form>
  );
}
