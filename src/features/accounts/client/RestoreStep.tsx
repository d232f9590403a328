import { useEffect, useRef } from 'react';
import { m } from '../../../platform/text/paraglide/messages.js';
import type { Login, LoginState } from './login.ts';
import { Button } from '../../../platform/ui/Button.tsx';

/** Offers to restore a cancelled account (spec 8.16). */
export function RestoreStep({ state, login }: { state: LoginState; login: Login }) {
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <>
      <div role="status">
        <p ref={heading} tabIndex={-1} className="login-heading">
          {m.login_cancelled()}
        </p>
        <p>{m.login_cancelled_text()}</p>
      </div>
      <input type="hidden" name="mobile" value={state.mobile} />
      <input type="hidden" name="password" value={state.code} />
      <Button type="submit" name="step" value="restore" busy={state.busy}>
        {m.login_restore()}
      </Button>
      <Button
        look="link"
        type="submit"
        name="step"
        value="edit"
        onClick={(event) => {
          event.preventDefault();
          login.edit();
        }}
      >
        {m.login_restore_not()}
      </Button>
    </>
  );
}
