import { useEffect, useRef } from 'react';
import { CODE_LENGTH } from '../../config/constants.ts';
import { formatMobile } from '../../domain/mobile.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { codeDigits, type Login, type LoginState } from '../../stores/login.ts';
import { readSmsCode } from '../../stores/web-otp.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { failureText } from './failure-text.ts';
import { Resend } from './Resend.tsx';

/** Keeps a number left to right inside Persian text. */
const isolated = (text: string) => `\u2066${text}\u2069`;

/** Code entry: four digits sign in by themselves (spec 4.12), typed, pasted, or read from the SMS (WebOTP). */
export function CodeStep({ state, awake, login }: { state: LoginState; awake: boolean; login: Login }) {
  const input = useRef<HTMLInputElement>(null);
  const error = failureText(state.errors.password);

  const take = (typed: string) => {
    if (!input.current) return;
    const digits = codeDigits(typed);
    if (input.current.value !== digits) input.current.value = digits;
    if (digits.length === CODE_LENGTH) void login.submit(digits);
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
    <>
      <Field
        ref={input}
        label={m.login_code_label()}
        hint={m.login_code_sent({ mobile: isolated(formatMobile(state.mobile)) })}
        error={error}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        name="password"
        maxLength={CODE_LENGTH}
        dir="ltr"
        className="login-code"
        required
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do on this screen
        autoFocus
        readOnly={state.busy}
        onInput={(event) => {
          take(event.currentTarget.value);
        }}
        onPaste={(event) => {
          // Before maxlength cuts off a code that was copied with spaces.
          event.preventDefault();
          take(event.clipboardData.getData('text'));
        }}
      />
      <input type="hidden" name="mobile" value={state.mobile} />
      <Button type="submit" name="step" value="code" busy={state.busy}>
        {m.login_submit()}
      </Button>
      <div className="login-more">
        {/* A new countdown for each code that was sent. */}
        <Resend key={state.resendAt} state={state} awake={awake} onResend={() => void login.resend()} />
        <Button
          look="link"
          type="submit"
          name="step"
          value="edit"
          formNoValidate
          onClick={(event) => {
            event.preventDefault();
            login.edit();
          }}
        >
          {m.login_edit()}
        </Button>
      </div>
    </>
  );
}
