import { map, type MapStore } from 'nanostores';
import type { Api } from '../../../platform/client/api.ts';
import { CODE_LENGTH, RESEND_SECONDS } from '../../../platform/config/constants.ts';
import { login, sendCode } from '../contract/auth.ts';
import type { ApiError } from '../../../platform/http/calls/errors.ts';
import { foldDigits } from '../../../platform/text/digits.ts';
import type { Locale } from '../../../platform/text/locale.ts';
import { parseLoginCode } from '../login-code.ts';
import { parseMobile } from '../../../platform/text/mobile.ts';
import type { Referrer } from '../../../platform/text/referral-code.ts';
import { safeRedirect } from '../../../platform/safe-redirect.ts';
import { errorText } from '../../../platform/text/error-text.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { forgetAccount } from '../../../platform/client/forget-account.ts';
import type { Reopened } from '../../../platform/client/modal.ts';

export type LoginField = 'mobile' | 'password';

/** Spec 3.14, 4.07; `restore` is for a cancelled account (8.16), and `blocked` ends the way in. */
export interface LoginState {
  step: 'mobile' | 'code' | 'restore' | 'blocked' | 'done';
  mobile: string; // `09xxxxxxxxx` after a code was sent to it
  code: string; // The code that restores a cancelled account; else ''
  /** Four (spec 9.08), or ten if too many codes were requested for this mobile. */
  digits: number;
  busy: boolean;
  errors: Partial<Record<LoginField, string>>; // Spec 5.11; '' is an error without a text of the server
  resendAt: number; // Epoch milliseconds (spec 9.07)
}

export interface LoginPorts {
  api: Api;
  locale: () => Locale;
  now: () => number; // Epoch milliseconds
  /** The referrer's number, 0 for none (spec 5.02); sent with both calls (7.04, 7.18). */
  referrer: () => Referrer;
  /** Spec 4.03: after the login, before the page loads again. Never throws, and takes a few seconds at most. */
  fetchUser: () => Promise<void>;
  hasSession: () => boolean;
}

export interface Login {
  $login: MapStore<LoginState>;
  send: (typed: string) => Promise<void>; // A text that is not a mobile is not sent (spec 5.04)
  resend: () => Promise<void>; // Does nothing before the countdown has ended (spec 2.37)
  submit: (typed: string) => Promise<void>; // Anything but the code's digits is not sent (spec 5.06)
  restore: () => Promise<void>;
  edit: () => void; // Back to mobile entry (spec 2.38)
}

const START: LoginState = {
  step: 'mobile',
  mobile: '',
  code: '',
  digits: CODE_LENGTH,
  busy: false,
  errors: {},
  resendAt: 0,
};

/** The state of one form. Each opening creates a new one (spec 4.08, 4.14, 5.11). */
export function createLogin(
  { api, locale, now, referrer, fetchUser, hasSession }: LoginPorts,
  start: Partial<LoginState> = {},
): Login {
  const $login = map<LoginState>({ ...START, ...start });

  const fail = (field: LoginField, error: ApiError) => {
    const fields = field === 'mobile' ? ['mobile'] : ['password', 'mobile'];
    $login.setKey('errors', { [field]: errorText(error, locale(), fields) ?? '' });
  };

  const sendTo = async (mobile: string) => {
    // Errors are cleared on each new request (spec 8.02).
    $login.set({ ...$login.get(), busy: true, errors: {} });
    const result = await api(sendCode, { mobile, ref: referrer() });
    $login.setKey('busy', false);
    const wait = result.ok ? result.value.resend_after : result.error.retry_after;
    // A code that was sent a moment ago still works.
    const hasCode = result.ok || result.error.code === 'code_too_soon';
    const { step } = $login.get();
    const resendAt = now() + (wait ?? RESEND_SECONDS) * 1000;
    if (hasCode) {
      const digits = result.ok ? result.value.digits : CODE_LENGTH;
      $login.set({ ...$login.get(), step: 'code', mobile, digits, resendAt });
    } else if (step === 'code' && wait !== null) $login.setKey('resendAt', resendAt);
    if (!result.ok) fail(hasCode || step === 'code' ? 'password' : 'mobile', result.error);
  };

  const finish = async () => {
    forgetAccount();
    if (!hasSession()) {
      const errors = { password: m.error_cookies_blocked() };
      $login.set({ ...$login.get(), busy: false, step: 'code', errors });
      return;
    }
    await fetchUser();
    $login.set({ ...$login.get(), busy: false, code: '', step: 'done' });
  };

  return {
    $login,
    send: async (typed) => {
      const mobile = parseMobile(typed);
      if (mobile !== null && !$login.get().busy) await sendTo(mobile);
    },
    resend: async () => {
      const state = $login.get();
      if (!state.busy && countSecondsLeft(state, now()) === 0) await sendTo(state.mobile);
    },
    submit: async (typed) => {
      const password = parseLoginCode(typed);
      const { busy, mobile, digits } = $login.get();
      if (password?.length !== digits || busy) return;
      $login.set({ ...$login.get(), busy: true, errors: {} });
      const result = await api(login, { mobile, password, ref: referrer() });
      if (result.ok) {
        await finish();
        return;
      }
      $login.setKey('busy', false);
      if (result.error.code === 'account_cancelled') {
        $login.set({ ...$login.get(), step: 'restore', code: password });
      } else if (result.error.code === 'account_blocked') $login.setKey('step', 'blocked');
      else fail('password', result.error);
    },
    restore: async () => {
      const { busy, mobile, code } = $login.get();
      if (busy) return;
      $login.set({ ...$login.get(), busy: true, errors: {} });
      const result = await api(login, { mobile, password: code, ref: referrer(), restore: true });
      if (result.ok) {
        await finish();
        return;
      }
      $login.set({ ...$login.get(), busy: false, code: '', step: 'code' });
      fail('password', result.error);
    },
    edit: () => {
      $login.set({ ...$login.get(), step: 'mobile', code: '', errors: {} });
    },
  };
}

/** Whole seconds until another code can be sent (spec 2.36, 9.07). */
export function countSecondsLeft({ resendAt }: Pick<LoginState, 'resendAt'>, now: number): number {
  return Math.max(0, Math.ceil((resendAt - now) / 1000));
}

/** Latin digits out of a typed or pasted text, no more than the code has (spec 5.06). */
export function toCodeDigits(typed: string, digits = CODE_LENGTH): string {
  return foldDigits(typed).replace(/\D/g, '').slice(0, digits);
}

export interface AfterLogin {
  redirect?: string | undefined;
  refresh?: boolean | undefined;
  then?: Reopened | undefined;
}

/** The address after login (spec 4.03, 4.09, 4.10): a local redirect, else this page with the hash of its modal. */
export function getAddressAfterLogin(after: AfterLogin, page: { pathname: string; search: string }): string {
  if (after.redirect !== undefined) return safeRedirect(after.redirect);
  return page.pathname + page.search + (after.refresh === true && after.then ? `#${after.then}` : '');
}
