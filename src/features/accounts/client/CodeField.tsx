import { useEffect, useRef } from 'react';
import { CODE_LENGTH } from '../../../platform/config/constants.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { toCodeDigits } from './login.ts';
import * as v from 'valibot';
import { Field } from '../../../platform/ui/Field.tsx';

const otpCredential = v.object({ code: v.string() });

/** WebOTP: null without support or consent. */
async function readSmsCode(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in globalThis)) return null;
  const options: CredentialRequestOptions & { otp: { transport: string[] } } = { otp: { transport: ['sms'] }, signal };
  try {
    const parsed = v.safeParse(otpCredential, await navigator.credentials.get(options));
    return parsed.success ? parsed.output.code : null;
  } catch {
    // Denied, aborted or timed out: the visitor types the code.
    return null;
  }
}

interface Props {
  name: string;
  label?: string;
  digits?: number;
  hint: string;
  error: string | undefined;
  busy: boolean;
  /** Called as soon as all digits are entered; without it, the form's button submits. */
  onCode?: (digits: string) => void;
}

/** The field of a code: typed, pasted, or read from the SMS (WebOTP). */
export function CodeField({ name, label, digits = CODE_LENGTH, hint, error, busy, onCode }: Props) {
  const input = useRef<HTMLInputElement>(null);

  const take = (typed: string) => {
    if (!input.current) return;
    const code = toCodeDigits(typed, digits);
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
      // The default width is twenty of these large digits.
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
        event.preventDefault();
        take(event.clipboardData.getData('text'));
      }}
    />
  );
}
