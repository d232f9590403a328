import { useEffect, useState } from 'react';
import { formatPlain } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { countSecondsLeft, type LoginState } from './login.ts';
import { Button } from '../../../platform/ui/Button.tsx';

const ANNOUNCE_EVERY = 30; // Seconds between two announcements to screen readers

const LONG_WAIT = 120; // Seconds. Longer waits are shown in minutes.

interface Props {
  state: Pick<LoginState, 'resendAt'>;
  awake: boolean;
  onResend: () => void;
}

/** The countdown, then the resend button (spec 2.36, 2.37). Without script the button is always there. */
export function Resend({ state, awake, onResend }: Props) {
  const secondsLeft = useSecondsLeft(state);
  const waiting = awake && secondsLeft > 0;
  const announced = Math.ceil(secondsLeft / ANNOUNCE_EVERY) * ANNOUNCE_EVERY;
  return (
    <>
      <p className="sr-only" role="status">
        {awake && (waiting ? formatWait(announced) : m.login_resend())}
      </p>
      {waiting ? (
        <p className="muted" aria-hidden="true">
          {formatWait(secondsLeft)}
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

function formatWait(seconds: number): string {
  return seconds > LONG_WAIT
    ? m.login_wait_minutes({ minutes: formatPlain(Math.ceil(seconds / 60)) })
    : m.login_wait({ count: formatPlain(seconds) });
}

function useSecondsLeft(state: Props['state']): number {
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
  return countSecondsLeft({ resendAt }, now);
}
