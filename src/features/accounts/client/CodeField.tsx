import { useEffect, useRef } from 'react';
import { CODE_LENGTH } from '../../../platform/config/constants.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { codeDigits } from './login.ts';
import { readSmsCode } from './web-otp.ts';
import { Field } from '../../../platform/ui/Field.tsx';

interface Props {
  name: string;
  /** The name of the field; of a code of four digits where it is left out. */
  label?: string;
  /** Digits of the code. */
  digits?: number;
  hint: string;
  error: string | undefined;
  busy: boolean;
  /** Called with the digits as soon as they are there; left out, they wait for the form's button. */
  onCode?: (digits: string) => void;
}

/** The field of a code: four digits or so many, typed, pasted, or read from the SMS (WebOTP). It takes the focus. */
export function CodeField({ name, label, digits = CODE_LENGTH, hint, error, busy, onCode }: Props) {
  const input = useRef<HTMLInputElement>(null);

  const take = (typed: string) => {
    if (!input.current) return;
    const code = codeDigits(typed, digits);
    if (input.current.value !== code) input.current.value = code;
    if (code.length === digits) onCode?.(code);
  };

  useEffect(() => {
    const ended = new AbortController();
    const typed = input.current?.value ?? '';
    input.current?.focus();
    if (typed !== '') take(typed);
    void readSmsCode(ended.signal).then((code) => {
      if (code !== null) take(code);
    });
    return () => {
      ended.abort();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per screen; `take` reads refs only
  }, []);
  // A refused code is there to be typed over.
  useEffect(() => {
    if (error !== undefined) input.current?.select();
  }, [error]);

  return (
    <Field
      ref={input}
      label={label ?? m.login_code_label()}
      hint={hint}
      error={error}
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      name={name}
      maxLength={digits}
      // Else it asks for the room of twenty of its large digits.
      size={digits}
      dir="ltr"
      className="login-code"
      required
      // eslint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do on this screen
      autoFocus
      readOnly={busy}
      onInput={(event) => {
        take(event.currentTarget.value);
      }}
      onPaste={(event) => {
        // Before maxlength cuts off a code that was copied with spaces.
        event.preventDefault();
        take(event.clipboardData.getData('text'));
      }}
    />
  );
}
