import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getGhost, getUser, login, sendCode } from '../../src/contract/auth.ts';
import { getInbox } from '../../src/contract/inbox.ts';
import { answerOf, failureOf, NOON, openApi, type AskOptions, type TestApi } from '../support/api.ts';
import { openPlatform, type Platform } from '../support/platform.ts';

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
    ['login_codes', 'login_sends', 'outbox', 'users', 'sessions'].map((t) =>
      platform.env.DB.prepare(`DELETE FROM ${t}`),
    ),
  );
  site = openApi(platform);
  address += 1;
});

const from = (ip: string) => ({ 'cf-connecting-ip': ip });
function send(mobile = MOBILE, options: AskOptions = {}) {
  const headers = { ...from(`10.0.0.${String(address)}`), ...options.headers };
  return site.ask('/login/send-code', { ...options, body: { mobile, password: '' }, headers });
}
async function lastCode(): Promise<string> {
  const { data } = await answerOf(getInbox, await site.ask('/dev/inbox'));
  return data[0]?.code ?? 'none';
}
const countOf = (table: string) => platform.env.DB.prepare(`SELECT COUNT(*) AS n FROM ${table}`).first('n');
const guess = (password: string, mobile = MOBILE) => site.ask('/login', { body: { mobile, password } });
const wrong = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0');

describe('send-code (spec 7.18)', () => {
  it('sends four digits with the WebOTP line last, in the language asked for', async () => {
    const answer = await answerOf(sendCode, await send('+98 912 345-6789', { headers: { 'accept-language': 'en' } }));
    expect(answer).toMatchObject({ sms_sent: true, resend_after: 90 });
    const { data } = await answerOf(getInbox, await site.ask('/dev/inbox'));
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
    const sends = await platform.env.DB.prepare('SELECT * FROM login_sends').first();
    expect(JSON.stringify(sends)).not.toContain('10.0.0.');
  });

  it('names the field of a wrong number, in both languages', async () => {
    const persian = await failureOf(await send('0912'));
    expect(persian).toMatchObject({ status: 422, code: 'mobile_invalid', fields: ['mobile'] });
    expect(persian.body.data?.errors['mobile']).toEqual(['شمارهٔ موبایل خود را درست وارد کنید.']);
    const english = await failureOf(await send('0912', { headers: { 'accept-language': 'fa;q=0.2, en-GB' } }));
    expect(english.body.errors?.['mobile']).toEqual(['Enter your mobile number correctly']);
  });

  it('waits 90 s between sends to a number and says how long is left', async () => {
    await send();
    site.clock.now += 60;
    const refused = await send();
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(await failureOf(refused)).toMatchObject({ status: 429, code: 'code_too_soon', fields: ['mobile'] });
    site.clock.now += 29;
    expect((await send()).status).toBe(429);
    site.clock.now += 1;
    expect((await send()).status).toBe(200);
  });

  it('sends ten a day to a number, over a day that rolls', async () => {
    for (let i = 0; i < 10; i += 1) {
      expect((await send(MOBILE, { headers: from(`10.1.0.${String(i)}`) })).status).toBe(200);
      site.clock.now += 3600;
    }
    const refused = await send(MOBILE, { headers: from('10.1.1.1') });
    expect(refused.headers.get('retry-after')).toBe(String(14 * 3600));
    expect((await failureOf(refused)).code).toBe('code_daily_limit');
    site.clock.now = NOON + 24 * 3600;
    expect((await send(MOBILE, { headers: from('10.1.1.1') })).status).toBe(200);
  });

  it('sends thirty an hour for an address, IPv6 counted by its /64', async () => {
    const home = (i: number) =>
      from(i % 2 === 0 ? `2001:db8:0:7::${i.toString(16)}` : `2001:DB8::7:0:0:${String(i)}:1`);
    for (let i = 0; i < 30; i += 1) {
      expect((await send(`0913000${String(1000 + i)}`, { headers: home(i) })).status).toBe(200);
    }
    const refused = await send('09130009999', { headers: home(31) });
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect((await failureOf(refused)).code).toBe('code_address_limit');
    expect((await send('09130009999', { headers: from('2001:db8:0:8::1') })).status).toBe(200);
    site.clock.now += 3600;
    expect((await send('09130009998', { headers: home(1) })).status).toBe(200);
  });

  it('lets one of fifty sends at the same moment through', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => send()));
    expect(answers.filter((answer) => answer.ok).length).toBeLessThanOrEqual(1);
    expect(await countOf('login_sends')).toBe(1);
    expect(await countOf('outbox')).toBeLessThanOrEqual(1);
  });

  it('answers the same for a number that is registered', async () => {
    await send();
    expect((await guess(await lastCode())).status).toBe(200);
    site.clock.now += 90;
    const known = await send();
    const unknown = await send('09990000000');
    expect([known.status, await known.json()]).toEqual([unknown.status, await unknown.json()]);
    expect(Object.fromEntries(known.headers)).toEqual(Object.fromEntries(unknown.headers));
  });

  it('forgets sends older than a day', async () => {
    await send();
    site.clock.now += 25 * 3600;
    await send('09990000000');
    const { results } = await platform.env.DB.prepare('SELECT mobile FROM login_sends').all();
    expect(results).toEqual([{ mobile: '09990000000' }]);
  });
});

describe('login (spec 7.04)', () => {
  it('signs in with Persian digits, and makes a user with the trial and the referrer', async () => {
    await send();
    const password = (await lastCode()).replace(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit)));
    const response = await site.ask('/login', {
      body: { mobile: '۰۹۱۲۳۴۵۶۷۸۹', password: ` ${password} `, ref: '77' },
    });
    const { token } = await answerOf(login, response);
    expect(token).toMatch(/^[\w-]{43}$/);
    const { user } = await answerOf(
      getUser,
      await site.ask('/get/user?ref=1', { headers: { authorization: `Bearer ${token}` } }),
    );
    expect(user).toEqual({
      subscription: 1,
      operator_fullrate: 0,
      days_period_to_end: 7,
      mobile: MOBILE,
      show_app: 1,
      ref: 77,
      samandehi_id: null,
      samandehi_p: null,
    });
  });

  it('keeps the user, the trial and the referrer at a second login', async () => {
    for (const ref of ['abc', '12']) {
      await send();
      await site.ask('/login', { body: { mobile: MOBILE, password: await lastCode(), ref } });
      site.clock.now += 100;
    }
    const { results } = await platform.env.DB.prepare('SELECT ref, subscribed_until, created_at FROM users').all();
    expect(results).toEqual([{ ref: 4, subscribed_until: NOON + 7 * 86_400, created_at: NOON }]);
  });

  it('names the field of what is malformed', async () => {
    expect(await failureOf(await guess('1234', '123'))).toMatchObject({ code: 'mobile_invalid', fields: ['mobile'] });
    expect(await failureOf(await guess('123'))).toMatchObject({
      status: 422,
      code: 'code_invalid',
      fields: ['password'],
    });
    const never = await failureOf(await guess('1234'));
    expect(never).toMatchObject({ status: 422, code: 'code_wrong_or_expired', fields: ['password'] });
    expect(never.body.message).toBe('The code entered is incorrect or has expired');
  });

  it('takes a code until its 300 seconds are over', async () => {
    await send();
    const code = await lastCode();
    site.clock.now += 300;
    expect((await failureOf(await guess(code))).code).toBe('code_wrong_or_expired');
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
    expect((await failureOf(await guess(second))).code).toBe('code_wrong_or_expired');
  });

  it('replaces the code, with fresh tries, when it is sent again', async () => {
    await send();
    const first = await lastCode();
    for (let i = 0; i < 3; i += 1) await guess(wrong(first));
    const fixed = vi.spyOn(crypto, 'getRandomValues').mockImplementationOnce((array) => {
      if (array instanceof Uint32Array) array[0] = Number(wrong(first));
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
    expect(answers.every((answer) => answer.status === 422)).toBe(true);
    const row = await platform.env.DB.prepare('SELECT tries_left FROM login_codes').first();
    expect(row).toEqual({ tries_left: 0 });
    expect((await guess(code)).status).toBe(422);
  });

  it('signs in at most once when the right code comes fifty times at the same moment', async () => {
    await send();
    const code = await lastCode();
    const answers = await Promise.all(Array.from({ length: 50 }, () => guess(code)));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(await countOf('sessions')).toBe(1);
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
      site.clock.now += 90;
    }
  });
});

describe('the visitor (spec 3.03, 6.02, 7.19)', () => {
  it('is a ghost without subscription or number', async () => {
    const { user } = await answerOf(getGhost, await site.ask('/ghost/get/check'));
    expect(user).toMatchObject({ subscription: 0, days_period_to_end: null, mobile: null, ref: 4 });
  });

  it('is subscribed in igapp, but not on its restricted hosts (spec 4.26)', async () => {
    const igapp = openApi(platform, { SITE_VARIANT: 'igapp', SITE_URL: 'https://igapp.example.org' });
    const seen = async (origin: string) =>
      (await answerOf(getGhost, await igapp.ask('/ghost/get/check', { origin }))).user.subscription;
    expect(await seen('https://films.example.org')).toBe(1);
    expect(await seen('https://igapp.example.org')).toBe(0);
    expect(await seen('https://app.igapp.example.org')).toBe(0);
  });

  it('counts days left upwards to whole ones', async () => {
    await send();
    const { token } = await answerOf(login, await guess(await lastCode()));
    const daysAfter = async (seconds: number) => {
      site.clock.now = NOON + seconds;
      const response = await site.ask('/get/user', { headers: { authorization: `Bearer ${token}` } });
      const { user } = await answerOf(getUser, response);
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
      expect((await live.ask('/dev/inbox', { method })).status).toBe(404);
      const unknown = await live.ask('/dev/nothing', { method });
      expect(await (await live.ask('/dev/inbox', { method })).text()).toBe(await unknown.text());
    }
    expect((await site.ask('/dev/inbox', { method: 'POST' })).status).toBe(405);
  });

  it('shows fifty, newest first', async () => {
    for (let i = 0; i < 52; i += 1) await send(`09350000${String(100 + i)}`, { headers: from(`10.2.0.${String(i)}`) });
    const { data } = await answerOf(getInbox, await site.ask('/dev/inbox'));
    expect(data).toHaveLength(50);
    expect(data[0]?.mobile).toBe('09350000151');
  });
});
