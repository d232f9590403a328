import { useEffect, useState } from 'react';
import { formatPlain } from '../../i18n/format.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { secondsLeft, type LoginState } from '../../stores/login.ts';
import { Button } from '../../ui/Button.tsx';

/** Seconds between two announcements to screen readers; each second would drown everything else. */
const ANNOUNCE_EVERY = 30;

interface Props {
  state: LoginState;
  awake: boolean;
  onResend: () => void;
}

/** The countdown, and then the way to another code (spec 2.36, 2.37). Without script the button is always there. */
export function Resend({ state, awake, onResend }: Props) {
  const left = useSecondsLeft(state);
  const waiting = awake && left > 0;
  const announced = Math.ceil(left / ANNOUNCE_EVERY) * ANNOUNCE_EVERY;
  return (
    <>
      <p className="sr-only" role="status">
        {awake && (waiting ? m.login_wait({ count: formatPlain(announced) }) : m.login_resend())}
      </p>
      {waiting ? (
        <p className="muted" aria-hidden="true">
          {m.login_wait({ count: formatPlain(left) })}
        </p>
      ) : (
        <Button
          look="link"
          type="submit"
          name="step"
          value="resend"
          formNoValidate
          onClick={(event) => {
            event.preventDefault();
            onResend();
          }}
        >
          {m.login_resend()}
        </Button>
      )}
    </>
  );
}

function useSecondsLeft(state: LoginState): number {
  const { resendAt } = state;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= resendAt) clearInterval(timer);
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [resendAt]);
  return secondsLeft({ resendAt }, now);
}
