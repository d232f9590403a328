import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getGhost, getUser, login, sendCode } from '../../../src/features/accounts/contract/auth.ts';
import { getInbox } from '../../../src/features/accounts/contract/inbox.ts';
import { parseAnswer, parseFailure, NOON, openApi, type AskOptions, type TestApi } from '../../support/site/api.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

const MOBILE = '09123456789';
let platform: Platform;
let site: TestApi;
let address = 0;

beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.dispose());
beforeEach(async () => {
  await platform.env.DB.batch(
    ['login_codes', 'login_devices', 'rate_limits', 'outbox', 'users', 'sessions'].map((t) =>
      platform.env.DB.prepare(`DELETE FROM ${t}`),
    ),
  );
  site = openApi(platform);
  address += 1;
});

const from = (ip: string) => ({ 'cf-connecting-ip': ip });
function send(mobile = MOBILE, options: AskOptions = {}) {
  const headers = { ...fromAddress(), ...options.headers };
  return site.send('/login/send-code', { ...options, body: { mobile, password: '' }, headers });
}
async function lastCode(): Promise<string> {
  const { data } = await parseAnswer(getInbox, await site.send('/dev/inbox'));
  return data[0]?.code ?? 'none';
}
const countRows = (table: string) => platform.env.DB.prepare(`SELECT COUNT(*) AS n FROM ${table}`).first('n');
/** From where `send` asks: without an `asker` a code is good there only. */
const fromAddress = () => from(`10.0.0.${String(address)}`);
const guess = (password: string, mobile = MOBILE) =>
  site.send('/login', { body: { mobile, password }, headers: fromAddress() });
const wrong = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0');

describe('send-code (spec 7.18)', () => {
  it('sends four digits with the WebOTP line last, in the language asked for', async () => {
    const answer = await parseAnswer(
      sendCode,
      await send('+98 912 345-6789', { headers: { 'accept-language': 'en' } }),
    );
    expect(answer).toMatchObject({ sms_sent: true, resend_after: 90 });
    const { data } = await parseAnswer(getInbox, await site.send('/dev/inbox'));
    expect(data).toHaveLength(1);
    const [sms] = data;
    expect(sms).toMatchObject({ mobile: MOBILE, sent_at: NOON });
    expect(sms?.code).toMatch(/^\d{4}$/);
    expect(sms?.text.split('\n').at(-1)).toBe(`@pardeh.test #${sms?.code ?? ''}`);
    expect(sms?.text).toContain('Your login code');
  });

  it('keeps no code in the clear', async () => {
    await send();
    const row = await platform.env.DB.prepare('SELECT * FROM login_codes').first();
    expect(row?.['code_hash']).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify({ ...row, code_hash: '' })).not.toContain(await lastCode());
    expect(row?.['asker']).toMatch(/^[\w-]{22}$/);
    const { results } = await platform.env.DB.prepare('SELECT * FROM rate_limits').all();
    expect(results.length).toBeGreaterThan(0);
    for (const secret of ['10.0.0.', MOBILE]) expect(JSON.stringify(results)).not.toContain(secret);
  });

  it('names the field of a wrong number, in both languages', async () => {
    const persian = await parseFailure(await send('0912'));
    expect(persian).toMatchObject({ status: 422, code: 'mobile_invalid', fields: ['mobile'] });
    expect(persian.body.data?.errors['mobile']).toEqual(['شمارهٔ موبایل خود را درست وارد کنید.']);
    const english = await parseFailure(await send('0912', { headers: { 'accept-language': 'fa;q=0.2, en-GB' } }));
    expect(english.body.errors?.['mobile']).toEqual(['Enter your mobile number correctly']);
  });

  it('counts the characters of a number and a code, not the marks that were copied with them', async () => {
    const wrap = (text: string) => Array.from(text, (digit) => `\u2066\u200f${digit}\ufe0f\u2069 `).join('');
    expect((await send(wrap('＋۹۸٩١٢३४५6789'))).status).toBe(200);
    expect((await guess(wrap(await lastCode()))).status).toBe(200);
    expect((await send('0'.repeat(65))).status).toBe(422);
    expect((await send('\u200f'.repeat(1001))).status).toBe(422);
  });

  it('waits 90 s between sends to a number and says how long is left', async () => {
    await send();
    site.clock.now += 60;
    const refused = await send();
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(await parseFailure(refused)).toMatchObject({ status: 429, code: 'code_too_soon', fields: ['mobile'] });
    site.clock.now += 29;
    expect((await send()).status).toBe(429);
    site.clock.now += 1;
    expect((await send()).status).toBe(200);
  });

  it('sends five four-digit codes at once and eight a day that nobody uses, then ten digits, one an hour', async () => {
    const requestDigits = async (ip: string) =>
      (await parseAnswer(sendCode, await send(MOBILE, { headers: from(ip) }))).digits;
    for (let i = 0; i < 5; i += 1) {
      expect(await requestDigits(`10.1.0.${String(i)}`)).toBe(4);
      site.clock.now += 90;
    }
    expect(await parseAnswer(sendCode, await send(MOBILE, { headers: from('10.1.1.1') }))).toMatchObject({
      ...{ sms_sent: true, digits: 10, resend_after: 3600 },
    });
    expect((await lastCode()).length).toBe(10);
    site.clock.now += 600;
    expect(await parseAnswer(sendCode, await send(MOBILE, { headers: from('10.1.1.2') }))).toMatchObject({
      ...{ sms_sent: false, digits: 10, resend_after: 3000 },
    });
    site.clock.now = NOON + 8 * 3600;
    expect(await requestDigits('10.1.1.3')).toBe(4);
    site.clock.now += 90;
    expect(await requestDigits('10.1.1.4')).toBe(10);
  });

  it('sends thirty at once for an address, then one every five minutes', async () => {
    const number = (i: number) => `0913000${String(1000 + i)}`;
    for (let i = 0; i < 30; i += 1) expect((await send(number(i))).status).toBe(200);
    const refused = await send(number(31));
    expect(refused.headers.get('retry-after')).toBe('300');
    const { code, body } = await parseFailure(refused);
    expect(code).toBe('code_address_limit');
    expect(body.message).toContain('Try again in 5 min.');
    site.clock.now += 300;
    expect((await send(number(31))).status).toBe(200);
    expect((await send(number(32))).status).toBe(429);
  });

  it('lets one of fifty sends at the same moment through', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => send()));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(await countRows('outbox')).toBe(1);
  });

  it('answers the same for a number that is registered', async () => {
    await send();
    expect((await guess(await lastCode())).status).toBe(200);
    site.clock.now += 90;
    const userAnswer = await send();
    const unknown = await send('09990000000');
    expect([userAnswer.status, await userAnswer.json()]).toEqual([unknown.status, await unknown.json()]);
    expect(Object.fromEntries(userAnswer.headers)).toEqual(Object.fromEntries(unknown.headers));
  });
});

describe('login (spec 7.04)', () => {
  it('signs in with Persian digits, and makes a user with the trial and the referrer', async () => {
    await send();
    const password = (await lastCode()).replace(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit)));
    const response = await site.send('/login', {
      body: { mobile: '۰۹۱۲۳۴۵۶۷۸۹', password: ` ${password} `, ref: '77' },
      headers: fromAddress(),
    });
    const { token } = await parseAnswer(login, response);
    expect(token).toMatch(/^[\w-]{43}$/);
    const { user } = await parseAnswer(
      getUser,
      await site.send('/get/user?ref=1', { headers: { authorization: `Bearer ${token}` } }),
    );
    expect(user).toEqual({
      subscription: 1,
      operator_fullrate: 0,
      days_period_to_end: 7,
      paused_until: null,
      mobile: MOBILE,
      show_app: 1,
      ref: 77,
      samandehi_id: null,
      samandehi_p: null,
      scope: ['user', 'subscriber'],
    });
  });

  it('keeps every referrer apart, the one of the last code of ten characters too (spec 5.01)', async () => {
    for (const ref of ['839299365868340223', '839299365868340222', '9007199254740993', '9007199254740991']) {
      await send();
      const body = { mobile: MOBILE, password: await lastCode(), ref };
      const { token } = await parseAnswer(login, await site.send('/login', { body, headers: fromAddress() }));
      const headers = { authorization: `Bearer ${token}` };
      const { user } = await parseAnswer(getUser, await site.send('/get/user?ref=4', { headers }));
      expect(String(user.ref)).toBe(ref);
      const rows = await platform.env.DB.prepare(
        'SELECT typeof(ref) AS kind, CAST(ref AS TEXT) AS ref FROM users',
      ).all();
      expect(rows.results).toEqual([{ kind: 'integer', ref }]);
      await platform.env.DB.batch([
        platform.env.DB.prepare('DELETE FROM sessions'),
        platform.env.DB.prepare('DELETE FROM users'),
      ]);
      site.clock.now += 100;
    }
  });

  it('has no scope as a guest, and shows the seal that is configured (spec 3.03, 3.05)', async () => {
    const ghost = async () => (await parseAnswer(getGhost, await site.send('/ghost/get/check'))).user;
    expect(await ghost()).toMatchObject({ scope: [], samandehi_id: null, samandehi_p: null });
    const sealed = openApi(platform, { SAMANDEHI_ID: '1234567', SAMANDEHI_P: 'rfthjyoe' });
    const { user } = await parseAnswer(getGhost, await sealed.send('/ghost/get/check'));
    expect(user).toMatchObject({ samandehi_id: '1234567', samandehi_p: 'rfthjyoe' });
  });

  it('keeps the user, the trial and the referrer at a second login', async () => {
    for (const ref of ['abc', '12']) {
      await send();
      await site.send('/login', {
        body: { mobile: MOBILE, password: await lastCode(), ref },
        headers: fromAddress(),
      });
      site.clock.now += 100;
    }
    const { results } = await platform.env.DB.prepare('SELECT ref, subscribed_until, created_at FROM users').all();
    expect(results).toEqual([{ ref: 4, subscribed_until: NOON + 7 * 86_400, created_at: NOON }]);
  });

  it('names the field of what is malformed', async () => {
    expect(await parseFailure(await guess('1234', '123'))).toMatchObject({
      code: 'mobile_invalid',
      fields: ['mobile'],
    });
    expect(await parseFailure(await guess('123'))).toMatchObject({
      status: 422,
      code: 'code_invalid',
      fields: ['password'],
    });
    const never = await parseFailure(await guess('1234'));
    expect(never).toMatchObject({ status: 422, code: 'code_wrong_or_expired', fields: ['password'] });
    expect(never.body.message).toBe('The code entered is incorrect or has expired');
  });

  it('takes a code until its 300 seconds are over', async () => {
    await send();
    const code = await lastCode();
    site.clock.now += 300;
    expect((await parseFailure(await guess(code))).code).toBe('code_wrong_or_expired');
    site.clock.now -= 1;
    expect((await guess(code)).status).toBe(200);
  });

  it('takes a code once, and of the number it was sent to', async () => {
    await send();
    const code = await lastCode();
    expect((await guess(code, '09120000000')).status).toBe(422);
    expect((await guess(code)).status).toBe(200);
    expect((await guess(code)).status).toBe(422);
  });

  it('accepts the right code as the third guess and kills it after three wrong ones', async () => {
    await send();
    const code = await lastCode();
    await guess(wrong(code));
    await guess(wrong(code));
    expect((await guess(code)).status).toBe(200);
    site.clock.now += 90;
    await send();
    const second = await lastCode();
    for (let i = 0; i < 3; i += 1) expect((await guess(wrong(second))).status).toBe(422);
    expect((await parseFailure(await guess(second))).code).toBe('code_wrong_or_expired');
  });

  it('replaces the code, with fresh tries, when it is sent again', async () => {
    await send();
    const first = await lastCode();
    for (let i = 0; i < 3; i += 1) await guess(wrong(first));
    const fixed = vi.spyOn(crypto, 'getRandomValues').mockImplementationOnce((array) => {
      if (array instanceof BigUint64Array) array[0] = BigInt(wrong(first));
      return array;
    });
    site.clock.now += 90;
    await send();
    fixed.mockRestore();
    expect(await lastCode()).toBe(wrong(first));
    expect((await guess(first)).status).toBe(422);
    expect((await guess(wrong(first))).status).toBe(200);
  });

  it('compares at most three of fifty guesses at the same moment', async () => {
    await send();
    const code = await lastCode();
    // A guess is hashed only to be compared.
    const digest = vi.spyOn(crypto.subtle, 'digest');
    const answers = await Promise.all(Array.from({ length: 50 }, () => guess(wrong(code))));
    expect(digest).toHaveBeenCalledTimes(3);
    digest.mockRestore();
    // A code that is not compared is refused: as wrong, or once the address has guessed too often.
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422, 429]));
    const row = await platform.env.DB.prepare('SELECT tries_left FROM login_codes').first();
    expect(row).toEqual({ tries_left: 0 });
    site.clock.now += 120;
    expect((await guess(code)).status).toBe(422);
  });

  it('signs in at most once when the right code comes fifty times at the same moment', async () => {
    await send();
    const code = await lastCode();
    const answers = await Promise.all(Array.from({ length: 50 }, () => guess(code)));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(await countRows('sessions')).toBe(1);
  });

  it('finds the right one among fifty guesses only if it was one of the first three', async () => {
    for (const [place, status] of [
      [2, 200],
      [3, 422],
    ] as const) {
      await send();
      const code = await lastCode();
      for (let i = 0; i < 50; i += 1) {
        const answer = await guess(i === place ? code : wrong(code));
        if (i === place) expect(answer.status).toBe(status);
      }
      // The next round comes from an address that has guesses left.
      address += 1;
      site.clock.now += 90;
    }
  });
});

describe('the visitor (spec 3.03, 6.02, 7.19)', () => {
  it('is a ghost without subscription or number', async () => {
    const { user } = await parseAnswer(getGhost, await site.send('/ghost/get/check'));
    expect(user).toMatchObject({ subscription: 0, days_period_to_end: null, mobile: null, ref: 4 });
  });

  it('is subscribed in igapp, but not on its restricted hosts (spec 4.26)', async () => {
    const igapp = openApi(platform, {
      SITE_VARIANT: 'igapp',
      SITE_URL: 'https://igapp.example.org',
      IGAPP_HOSTS: 'igapp.example.org,app.igapp.example.org',
    });
    const seen = async (origin: string) =>
      (await parseAnswer(getGhost, await igapp.send('/ghost/get/check', { origin }))).user.subscription;
    expect(await seen('https://films.example.org')).toBe(1);
    expect(await seen('https://igapp.example.org')).toBe(0);
    expect(await seen('https://app.igapp.example.org')).toBe(0);
  });

  it('counts days left upwards to whole ones', async () => {
    await send();
    const { token } = await parseAnswer(login, await guess(await lastCode()));
    const daysAfter = async (seconds: number) => {
      site.clock.now = NOON + seconds;
      const response = await site.send('/get/user', { headers: { authorization: `Bearer ${token}` } });
      const { user } = await parseAnswer(getUser, response);
      return [user.subscription, user.days_period_to_end];
    };
    expect(await daysAfter(1)).toEqual([1, 7]);
    expect(await daysAfter(86_400)).toEqual([1, 6]);
    expect(await daysAfter(7 * 86_400 - 1)).toEqual([1, 1]);
    expect(await daysAfter(7 * 86_400)).toEqual([0, null]);
  });
});

describe('the inbox', () => {
  it('exists only with the outbox provider', async () => {
    const live = openApi(platform, { SMS_PROVIDER: 'kavenegar' });
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
      expect((await live.send('/dev/inbox', { method })).status).toBe(404);
      const unknown = await live.send('/dev/nothing', { method });
      expect(await (await live.send('/dev/inbox', { method })).text()).toBe(await unknown.text());
    }
    expect((await site.send('/dev/inbox', { method: 'POST' })).status).toBe(405);
  });

  it('shows fifty, newest first', async () => {
    for (let i = 0; i < 52; i += 1) await send(`09350000${String(100 + i)}`, { headers: from(`10.2.0.${String(i)}`) });
    const { data } = await parseAnswer(getInbox, await site.send('/dev/inbox'));
    expect(data).toHaveLength(50);
    expect(data[0]?.mobile).toBe('09350000151');
  });
});
