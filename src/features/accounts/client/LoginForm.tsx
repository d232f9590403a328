import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { paths } from '../../../platform/paths.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { api } from '../../../platform/client/island-api.ts';
import { fetchUserAfterLogin } from './auth.ts';
import { createLogin, type LoginField, type LoginState, type Login } from './login.ts';
import { readReferrerNumber } from './referral.ts';
import { hasSession } from '../../../platform/client/session.ts';
import { useAwake } from '../../../platform/client/use-awake.ts';
import { CodeStep } from './CodeStep.tsx';
import { MobileStep } from './MobileStep.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { TrialNote } from './TrialNote.tsx';

interface Props {
  step?: 'mobile' | 'code' | 'restore' | 'blocked';
  mobile?: string;
  code?: string; // The right code of a cancelled account
  digits?: number;
  errors?: Partial<Record<LoginField, string>>;
  redirect?: string; // A validated local path
  resendAfter?: number; // Seconds
  message?: string | undefined; // Spec 2.39
  terms: boolean; // Spec 2.50
  trialDays: number;
  onDone?: () => void; // Without it, the form navigates to `redirect`
}

/** Login as modal and page (spec 2.36 to 2.38, 4.07 to 4.14). Without script, the page /login answers it. */
export function LoginForm({ redirect = '/', message, terms, trialDays, onDone, resendAfter = 0, ...initial }: Props) {
  const [login] = useState(() => {
    const start: Partial<LoginState> = {
      step: initial.step ?? 'mobile',
      mobile: initial.mobile ?? '',
      code: initial.code ?? '',
      ...(initial.digits !== undefined && { digits: initial.digits }),
      errors: initial.errors ?? {},
    };
    return createLogin(
      {
        ...{ api, locale: getLocale, now: Date.now, referrer: readReferrerNumber },
        ...{ fetchUser: fetchUserAfterLogin, hasSession },
      },
      { ...start, resendAt: Date.now() + resendAfter * 1000 },
    );
  });
  const state = useStore(login.$login, { ssr: 'initial' });
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (state.step !== 'done') return;
    if (done.current) done.current();
    else location.replace(redirect);
  }, [state.step, redirect]);
  const [root, awake] = useAwake<HTMLFormElement>();

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = (name: LoginField) => {
      const value = new FormData(event.currentTarget).get(name);
      return typeof value === 'string' ? value : '';
    };
    if (state.step === 'mobile') void login.send(field('mobile'));
    else if (state.step === 'restore') void login.restore();
    else void login.submit(field('password'));
  };

  return (
    <form ref={root} className="login" method="post" action={paths.login()} noValidate={awake} onSubmit={onSubmit}>
      {/* The gift comes before the reason. */}
      {state.step === 'mobile' && <TrialNote days={trialDays} />}
      {message !== undefined && <p role="status">{message}</p>}
      {state.step === 'mobile' && <MobileStep state={state} awake={awake} />}
      {state.step === 'code' && <CodeStep state={state} awake={awake} login={login} />}
      {state.step === 'restore' && <RestoreStep state={state} login={login} />}
      {state.step === 'blocked' && <BlockedStep login={login} />}
      {state.step === 'done' && <p role="status">{m.login_done()}</p>}
      {/* Last: the server reads the first `step`, which is the name of the pressed button. */}
      <input type="hidden" name="step" value={state.step} />
      <input type="hidden" name="digits" value={state.digits} />
      <input type="hidden" name="redirect" value={redirect} />
      {terms && <TermsNote />}
    </form>
  );
}

/** Offers to restore a cancelled account (spec 8.16). */
function RestoreStep({ state, login }: { state: LoginState; login: Login }) {
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

/** The number was proved, and its account is blocked by the staff. */
function BlockedStep({ login }: { login: Login }) {
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <>
      <div role="status">
        <p ref={heading} tabIndex={-1} className="login-heading">
          {m.login_blocked()}
        </p>
        <p>{m.login_blocked_text()}</p>
      </div>
      <a className="btn-solid" href={paths.profilePage('about-contact')}>
        {m.login_blocked_support()}
      </a>
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
        {m.login_blocked_edit()}
      </Button>
    </>
  );
}

/** Accepting the terms by logging in; in Persian only (spec 2.50). */
function TermsNote() {
  if (getLocale() !== 'fa') return null;
  return (
    <p className="muted text-sm">
      {m.login_terms()}{' '}
      <a className="login-terms" href={paths.profilePage('terms')}>
        {m.login_terms_link()}
      </a>{' '}
      {m.login_terms_end()}
    </p>
  );
}
