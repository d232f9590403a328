import { describe, expect, it } from 'vitest';
import type { Api } from '../../../src/platform/client/api.ts';
import type { ApiError } from '../../../src/platform/http/calls/errors.ts';
import {
  getAddressAfterLogin,
  toCodeDigits,
  createLogin,
  countSecondsLeft,
} from '../../../src/features/accounts/client/login.ts';

const NOW = 1_000_000;
const error = (fields: Partial<ApiError>): ApiError => ({
  status: 422,
  code: 'unknown',
  message: '',
  message_fa: '',
  errors: {},
  retry_after: null,
  ...fields,
});

/** A login whose API answers what `answers` holds for each call, in order, and notes what it was asked. */
function loginWith(
  answers: readonly ({ ok: true; value: object } | { ok: false; error: ApiError })[],
  locale: 'fa' | 'en' = 'fa',
  keepsCookies = true,
) {
  const calls: { name: string; input: unknown }[] = [];
  let clock = NOW;
  let turn = 0;
  const api = ((call: { name: string }, input: unknown) => {
    calls.push({ name: call.name, input });
    return Promise.resolve(answers[turn++]);
  }) as unknown as Api;
  const fetchUser = () => {
    calls.push({ name: 'fetchUser', input: login.$login.get().step });
    return Promise.resolve();
  };
  const ports = { api, locale: () => locale, now: () => clock, referrer: () => 100, fetchUser };
  const login = createLogin({ ...ports, hasSession: () => keepsCookies });
  return { ...login, calls, wait: (seconds: number) => (clock += seconds * 1000) };
}
const codeAnswer = {
  ok: true,
  value: { sms_sent: true, resend_after: 90, digits: 4, message: '', message_fa: '' },
} as const;
const signedIn = { ok: true, value: { token: '' } } as const;

describe('login (spec 4.07 to 4.12)', () => {
  it('goes from mobile to code to done', async () => {
    const { $login, send, submit, calls } = loginWith([codeAnswer, signedIn]);
    await send(' ۰۹۱۲ ۳۴۵ ۶۷۸۹ ');
    expect($login.get()).toMatchObject({ step: 'code', mobile: '09123456789', busy: false, errors: {} });
    await submit('۱۲۳۴');
    expect($login.get().step).toBe('done');
    expect(calls).toEqual([
      { name: 'sendCode', input: { mobile: '09123456789', ref: 100 } },
      { name: 'login', input: { mobile: '09123456789', password: '1234', ref: 100 } },
      // Spec 4.03: the user is fetched before the page loads again.
      { name: 'fetchUser', input: 'code' },
    ]);
  });

  it('says that cookies are blocked where the session does not stay after the right code', async () => {
    const { $login, send, submit } = loginWith([codeAnswer, signedIn], 'fa', false);
    await send('09123456789');
    await submit('1234');
    expect($login.get()).toMatchObject({ step: 'code', busy: false });
    expect($login.get().errors.password).toContain('کوکی');
  });

  it('asks whether a cancelled account shall be restored, with the code that was right (spec 8.16)', async () => {
    const cancelled = { ok: false, error: error({ status: 409, code: 'account_cancelled' }) } as const;
    const { $login, send, submit, restore, calls } = loginWith([codeAnswer, cancelled, signedIn]);
    await send('09123456789');
    await submit('1234');
    expect($login.get()).toMatchObject({ step: 'restore', code: '1234', errors: {} });
    await restore();
    expect($login.get()).toMatchObject({ step: 'done', code: '' });
    expect(calls.at(-2)?.input).toEqual({ mobile: '09123456789', password: '1234', ref: 100, restore: true });
    expect(calls.at(-1)).toEqual({ name: 'fetchUser', input: 'restore' });
  });

  it('ends at an account that is blocked, with another number as the way on', async () => {
    const blocked = { ok: false, error: error({ status: 403, code: 'account_blocked' }) } as const;
    const { $login, send, submit, edit } = loginWith([codeAnswer, blocked]);
    await send('09123456789');
    await submit('1234');
    expect($login.get()).toMatchObject({ step: 'blocked', busy: false, errors: {} });
    edit();
    expect($login.get().step).toBe('mobile');
  });

  it('goes back to the code where it was too late to restore', async () => {
    const cancelled = { ok: false, error: error({ status: 409, code: 'account_cancelled' }) } as const;
    const late = { ok: false, error: error({ code: 'code_wrong_or_expired', message_fa: 'دیر شد' }) } as const;
    const { $login, send, submit, restore } = loginWith([codeAnswer, cancelled, late]);
    await send('09123456789');
    await submit('1234');
    await restore();
    expect($login.get()).toMatchObject({ step: 'code', code: '', errors: { password: 'دیر شد' } });
  });

  it('asks nothing for a number or a code that cannot be one (spec 5.04, 5.06)', async () => {
    const { send, submit, calls } = loginWith([]);
    await send('0812345678');
    await submit('123');
    await submit('12a4');
    expect(calls).toEqual([]);
  });

  it('does not sign in twice with one code', async () => {
    const { send, submit, calls } = loginWith([codeAnswer, signedIn]);
    await send('09123456789');
    await Promise.all([submit('1234'), submit('1234')]);
    expect(calls.filter(({ name }) => name === 'login')).toHaveLength(1);
  });

  it('counts down the server’s seconds, and only then sends again (spec 2.36, 2.37)', async () => {
    const { $login, send, resend, calls, wait } = loginWith([codeAnswer, codeAnswer]);
    await send('09123456789');
    expect(countSecondsLeft($login.get(), NOW)).toBe(90);
    await resend();
    expect(calls).toHaveLength(1);
    expect(countSecondsLeft($login.get(), wait(89.5))).toBe(1);
    wait(0.5);
    await resend();
    expect(calls).toHaveLength(2);
    expect(countSecondsLeft($login.get(), NOW + 90_000)).toBe(90);
  });

  it('goes to the code of a moment ago where another may not be sent yet', async () => {
    const refused = error({ status: 429, code: 'code_too_soon', message_fa: 'کمی صبر کنید', retry_after: 40 });
    const { $login, send } = loginWith([{ ok: false, error: refused }]);
    await send('09123456789');
    expect($login.get()).toMatchObject({ step: 'code', errors: { password: 'کمی صبر کنید' } });
    expect(countSecondsLeft($login.get(), NOW)).toBe(40);
  });

  it('takes ten digits, and nothing shorter, where the server has sent so many', async () => {
    const long = { ok: true, value: { ...codeAnswer.value, digits: 10, resend_after: 3000 } } as const;
    const { $login, send, submit, calls } = loginWith([long, signedIn]);
    await send('09123456789');
    expect($login.get()).toMatchObject({ step: 'code', digits: 10 });
    await submit('1234');
    expect(calls).toHaveLength(1);
    await submit('۱۲۳۴۵۶۷۸۹۰');
    expect(calls.at(-2)?.input).toEqual({ mobile: '09123456789', password: '1234567890', ref: 100 });
  });

  it('stays at mobile entry where others have asked for this number, since no code is on its way to it', async () => {
    const queue = error({ status: 429, code: 'code_queue', message_fa: '۲ دقیقهٔ دیگر', retry_after: 90 });
    const { $login, send } = loginWith([{ ok: false, error: queue }]);
    await send('09123456789');
    expect($login.get()).toMatchObject({ step: 'mobile', errors: { mobile: '۲ دقیقهٔ دیگر' } });
  });

  it('keeps errors at their field until the next request (spec 5.11, 8.02, 8.06)', async () => {
    const wrong = error({ errors: { password: ['wrong', 'and once more'] }, message_fa: 'خطا', message: 'error' });
    const { $login, send, submit, edit } = loginWith([codeAnswer, { ok: false, error: wrong }, signedIn], 'en');
    await send('09123456789');
    await submit('1111');
    expect($login.get()).toMatchObject({ step: 'code', errors: { password: 'wrong' } });
    edit();
    expect($login.get()).toMatchObject({ step: 'mobile', mobile: '09123456789', errors: {} });
    await submit('2222');
    expect($login.get().errors).toEqual({});
  });

  it('stays at mobile entry with the server’s text, and says nothing of its own when it was not reached', async () => {
    const limit = error({ status: 429, code: 'code_daily_limit', message_fa: 'فردا', message: 'Tomorrow' });
    const { $login, send } = loginWith([
      { ok: false, error: limit },
      { ok: false, error: error({ status: 0, code: 'network', message: 'TypeError' }) },
    ]);
    await send('09123456789');
    expect($login.get()).toMatchObject({ step: 'mobile', errors: { mobile: 'فردا' } });
    await send('09123456789');
    expect($login.get().errors).toEqual({ mobile: '' });
  });
});

describe('codeDigits', () => {
  it.each([
    [' ۱۲ ۳۴ ', '1234'],
    ['٤٥٦', '456'],
    ['12345', '1234'],
    ['کد', ''],
  ])('%j becomes %j', (typed, digits) => {
    expect(toCodeDigits(typed)).toBe(digits);
  });
});

describe('afterLogin (spec 4.09, 4.10)', () => {
  const location = { pathname: '/movie/1', search: '?hl=en' };
  it('follows a local redirect and no other', () => {
    expect(getAddressAfterLogin({ redirect: '/plan/2?content_id=1' }, location)).toBe('/plan/2?content_id=1');
    expect(getAddressAfterLogin({ redirect: '//evil.example' }, location)).toBe('/');
  });
  it('loads the page again, with what was open where it shall open again', () => {
    expect(getAddressAfterLogin({}, location)).toBe('/movie/1?hl=en');
    expect(getAddressAfterLogin({ refresh: true, then: 'plans' }, location)).toBe('/movie/1?hl=en#plans');
    expect(getAddressAfterLogin({ then: 'plans' }, location)).toBe('/movie/1?hl=en');
  });
});
