import { sweep } from '../../../src/features/accounts/server/sweep.ts';
import { getAccount } from '../../../src/features/operator/accounts-contract.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { chooseSms } from '../../../src/platform/sms/choose.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Env } from '../../../src/platform/config/env.ts';
import { addRow } from '../../support/database/rows.ts';
import { NOON, parseAnswer, parseFailure, openApi } from '../../support/site/api.ts';
import { fakeKavenegar, fakeSmsIr } from '../../support/services/fake-sms.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';
import { tehranHourStart } from '../../../src/platform/text/tehran-week.ts';

const KEY = 'secret-key-of-the-test';
const MOBILE = '09123456789';
let platform: Platform;
let kavenegar: Awaited<ReturnType<typeof fakeKavenegar>>;
let smsIr: Awaited<ReturnType<typeof fakeSmsIr>>;
const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);

beforeAll(async () => {
  [platform, kavenegar, smsIr] = await Promise.all([openPlatform(), fakeKavenegar(KEY), fakeSmsIr(KEY)]);
});
afterAll(async () => {
  log.mockRestore();
  await Promise.all([platform.dispose(), kavenegar.close(), smsIr.close()]);
});
beforeEach(async () => {
  await platform.env.DB.batch(
    ['login_codes', 'login_devices', 'rate_limits'].map((t) => platform.env.DB.prepare(`DELETE FROM ${t}`)),
  );
  kavenegar.state.status = 200;
  smsIr.state.status = 1;
  log.mockClear();
});

const viaKavenegar = (vars: Partial<Env> = {}) =>
  openApi(platform, {
    SMS_PROVIDER: 'kavenegar',
    SMS_API_BASE: `${kavenegar.url}/`,
    KAVENEGAR_KEY: KEY,
    SMS_TEMPLATE: 'pardeh-login',
    ...vars,
  });
const viaSmsIr = (vars: Partial<Env> = {}) =>
  openApi(platform, {
    SMS_PROVIDER: 'smsir',
    SMS_API_BASE: smsIr.url,
    SMSIR_KEY: KEY,
    SMS_TEMPLATE: '123456',
    ...vars,
  });

const headers = { 'cf-connecting-ip': '10.0.0.1' };
const send = (site: ReturnType<typeof openApi>, mobile = MOBILE) =>
  site.send('/login/send-code', { body: { mobile }, headers });

function expectSafeLog(): void {
  const text = log.mock.calls.flat().map(String).join('\n');
  expect(text).toContain('0912***6789');
  for (const secret of [KEY, MOBILE, 'lookup.json']) expect(text).not.toContain(secret);
}

describe.each([
  ['kavenegar', viaKavenegar, () => kavenegar.state.sent],
  ['sms.ir', viaSmsIr, () => smsIr.state.sent],
])('%s', (name, open, listMessages) => {
  it('delivers a code that signs in', async () => {
    const site = open();
    expect((await send(site)).status).toBe(200);
    const sms = listMessages().at(-1);
    expect(sms?.mobile).toBe(MOBILE);
    expect((await site.send('/login', { body: { mobile: MOBILE, password: sms?.code }, headers })).status).toBe(200);
  });

  it('counts no notice that it has no template for', async () => {
    await platform.env.DB.prepare('DELETE FROM desk_hours').run();
    const { env } = open({ SMS_NOTICE_TEMPLATE: '' });
    const result = await chooseSms({ env, db: openDatabase(env.DB), now: NOON })?.notice({ mobile: MOBILE, text: 'x' });
    expect(result).toMatchObject({ ok: true });
    expect((await platform.env.DB.prepare('SELECT * FROM desk_hours').all()).results).toEqual([]);
  });

  it('sends the code of another number by its own template, and none without both templates', async () => {
    const choose = (vars: Partial<Env>) => {
      const { env } = open(vars);
      return chooseSms({ env, db: openDatabase(env.DB), now: NOON })?.sendMobileCode ?? null;
    };
    expect(choose({ SMS_MOBILE_TEMPLATE: '7', SMS_NOTICE_TEMPLATE: '' })).toBeNull();
    expect(choose({ SMS_MOBILE_TEMPLATE: '', SMS_NOTICE_TEMPLATE: '7' })).toBeNull();
    const template = name === 'sms.ir' ? '123456' : 'pardeh-login';
    const sendCode = choose({ SMS_TEMPLATE: '8', SMS_MOBILE_TEMPLATE: template, SMS_NOTICE_TEMPLATE: '7' });
    expect(await sendCode?.({ mobile: MOBILE, code: '123456', text: '' })).toMatchObject({ ok: true });
    expect(listMessages().at(-1)).toMatchObject({ mobile: MOBILE, code: '123456' });
  });

  it('does not keep a message for the inbox', async () => {
    await send(open());
    expect(await platform.env.DB.prepare('SELECT COUNT(*) AS kept FROM outbox').first()).toEqual({ kept: 0 });
  });

  it('fails without a trace of key or number when nobody answers', async () => {
    const answer = await parseFailure(await send(open({ SMS_API_BASE: 'http://127.0.0.1:1' })));
    expect(answer).toMatchObject({ status: 502, code: 'sms_failed' });
    expectSafeLog();
  });
});

it('is counted in its hour for the desk, as sent or failed; a count that fails stops none', async () => {
  const { DB } = platform.env;
  await DB.prepare('DELETE FROM desk_hours').run();
  const site = viaKavenegar();
  kavenegar.state.status = 451;
  await send(site);
  kavenegar.state.status = 200;
  await send(site);
  await send(site, '09123456780');
  const { results } = await DB.prepare('SELECT hour, figure, value FROM desk_hours ORDER BY figure').all();
  const hour = tehranHourStart(site.clock.now);
  expect(results).toEqual([
    { hour, figure: 'sms', value: 2 },
    { hour, figure: 'sms_failed', value: 1 },
  ]);
  await DB.prepare('ALTER TABLE desk_hours RENAME TO away').run();
  expect((await send(site, '09123456781')).status).toBe(200);
  await DB.prepare('ALTER TABLE away RENAME TO desk_hours').run();
});

it('of an account is on its page in the desk for thirty days: kind, outcome and time, of nobody else', async () => {
  const { DB } = platform.env;
  const OPERATOR = 'o'.repeat(40);
  const site = viaKavenegar({ OPERATOR_TOKEN: `ali:${OPERATOR}`, SMS_NOTICE_TEMPLATE: 'pardeh-login' });
  await DB.prepare('DELETE FROM sent_sms').run();
  await addRow(DB, 'users', { id: 71, mobile: '09120000071' });
  await addRow(DB, 'users', { id: 72, mobile: '09120000072' });
  const readSms = async (id: number) => {
    const authorization = `Bearer ${OPERATOR}`;
    const response = await site.send(`/operator/accounts/${String(id)}`, { headers: { authorization } });
    return (await parseAnswer(getAccount, response)).data.sms;
  };
  const { now } = site.clock;
  kavenegar.state.status = 451;
  await send(site, '09120000071');
  kavenegar.state.status = 200;
  site.clock.now += 1;
  await send(site, '09120000071');
  await chooseSms({ env: site.env, db: openDatabase(DB), now: now + 2 })?.notice({ mobile: '09120000071', text: 'x' });
  await send(site, '09120000079');
  expect(await readSms(71)).toEqual([
    { kind: 'notice', state: 'sent', sent_at: now + 2 },
    { kind: 'code', state: 'sent', sent_at: now + 1 },
    { kind: 'code', state: 'failed', sent_at: now },
  ]);
  expect(await readSms(72)).toEqual([]);
  const { results } = await DB.prepare('SELECT * FROM sent_sms').all();
  expect(results).toHaveLength(3);
  expect(JSON.stringify(results)).not.toContain('0912');
  await sweep({ db: openDatabase(DB), now: now + 30 * 24 * 60 * 60 });
  expect((await readSms(71)).map(({ sent_at: at }) => at)).toEqual([now + 2, now + 1]);
});

describe('a failed SMS', () => {
  it.each([403, 411, 418, 424, 451, 'html'] as const)(
    'of Kavenegar with %s blocks nothing and leaves no code',
    async (status) => {
      const site = viaKavenegar();
      kavenegar.state.status = status;
      expect(await parseFailure(await send(site))).toMatchObject({ status: 502, code: 'sms_failed' });
      expectSafeLog();
      expect(await platform.env.DB.prepare('SELECT COUNT(*) AS codes FROM login_codes').first()).toEqual({ codes: 0 });
      kavenegar.state.status = 200;
      expect((await send(site)).status).toBe(200);
    },
  );

  it.each([10, 12, 104, 113])('of sms.ir with %i blocks nothing and leaves no code', async (status) => {
    const site = viaSmsIr();
    smsIr.state.status = status;
    expect(await parseFailure(await send(site))).toMatchObject({ status: 502, code: 'sms_failed' });
    expectSafeLog();
    smsIr.state.status = 1;
    expect((await send(site)).status).toBe(200);
  });

  it('that the provider sends without answering in time has a code that signs in, and is not sent again at once', async () => {
    const site = viaKavenegar();
    kavenegar.state.status = 'late';
    expect((await send(site)).status).toBe(200);
    expectSafeLog();
    expect((await parseFailure(await send(site))).code).toBe('code_too_soon');
    const password = kavenegar.state.sent.at(-1)?.code;
    expect((await site.send('/login', { body: { mobile: MOBILE, password }, headers })).status).toBe(200);
  });

  it('still counts for the address, so that an outage cannot be hammered', async () => {
    const site = viaKavenegar();
    kavenegar.state.status = 451;
    for (let i = 0; i < 30; i += 1) expect((await send(site)).status).toBe(502);
    expect((await parseFailure(await send(site))).code).toBe('code_address_limit');
  });

  it('is what a wrong key and a wrong template are', async () => {
    expect((await send(viaKavenegar({ KAVENEGAR_KEY: 'other' }))).status).toBe(502);
    expect((await send(viaKavenegar({ SMS_TEMPLATE: 'none' }))).status).toBe(502);
    expect((await send(viaSmsIr({ SMSIR_KEY: 'other' }))).status).toBe(502);
    expect((await send(viaSmsIr({ SMS_TEMPLATE: '1' }))).status).toBe(502);
  });
});

it('refuses to run on a wrong configuration rather than fall back to the outbox', async () => {
  for (const site of [
    viaKavenegar({ KAVENEGAR_KEY: '' }),
    viaSmsIr({ SMS_TEMPLATE: '' }),
    openApi(platform, { SMS_PROVIDER: 'x' }),
  ]) {
    expect(await parseFailure(await send(site))).toMatchObject({ status: 500, code: 'internal' });
  }
  expect(await platform.env.DB.prepare('SELECT COUNT(*) AS kept FROM outbox').first()).toEqual({ kept: 0 });
});
