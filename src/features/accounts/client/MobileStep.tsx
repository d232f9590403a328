import { useEffect, useRef, useState } from 'react';
import { formatMobile, parseMobile } from '../../../platform/text/mobile.ts';
import { readTypedMobile } from '../../../platform/client/typed-mobile.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import type { LoginState } from './login.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { getLoginErrorText } from './login-error-text.ts';

/** Mobile entry (spec 5.04, 5.05): grouped when valid; marked as invalid only after blur. */
export function MobileStep({ state, awake }: { state: LoginState; awake: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const [valid, setValid] = useState(false);
  const [left, setLeft] = useState(false);
  const [touched, setTouched] = useState(false);
  const [isEmpty, setIsEmpty] = useState(true);
  // Text typed before hydration counts too.
  useEffect(() => {
    setValid(parseMobile(input.current?.value ?? '') !== null);
  }, []);
  const isIncomplete = touched && !valid && !isEmpty;
  const refused = touched ? undefined : getLoginErrorText(state.errors.mobile);
  return (
    <>
      <Field
        ref={input}
        label={m.login_mobile_label()}
        hint={isIncomplete ? m.login_mobile_incomplete() : m.login_mobile_hint()}
        error={left && !valid ? m.login_mobile_invalid() : refused}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        name="mobile"
        dir="ltr"
        required
        defaultValue={state.mobile === '' ? undefined : formatMobile(state.mobile)}
        onInput={(event) => {
          setTouched(true);
          setLeft(false);
          const typed = readTypedMobile(event);
          setIsEmpty(typed.trim() === '');
          setValid(parseMobile(typed) !== null);
        }}
        onBlur={(event) => {
          const typed = event.currentTarget.value;
          const mobile = parseMobile(typed);
          if (mobile !== null) event.currentTarget.value = formatMobile(mobile);
          setLeft(typed.trim() !== '');
        }}
      />
      <Button
        type="submit"
        disabled={awake && !valid}
        busy={state.busy}
        onClick={() => {
          setTouched(false);
        }}
      >
        {m.login_send()}
      </Button>
    </>
  );
}
