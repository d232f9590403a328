import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  endDevice,
  endOtherDevices,
  getDevices,
  getSettings,
  saveSettings,
} from '../../../src/features/accounts/contract/account.ts';
import { cancelAccount } from '../../../src/features/personal-data/contract.ts';
import { getUser, login, sendCode } from '../../../src/features/accounts/contract/auth.ts';
import { buySubscription } from '../../../src/features/direct-debit/contract.ts';
import { addToList } from '../../../src/features/lists/contract.ts';
import { chargeWallet } from '../../../src/features/checkout/contract.ts';
import { eventually } from '../../support/eventually.ts';
import { parseAnswer, buildRequest, parseFailure } from '../../support/site/api.ts';
import { FILM, openMoney, sell, SERIES, type MoneySite, type Visitor } from '../../support/money/money.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

const DAY = 86_400;
let platform: Platform;
let site: MoneySite;
let start: number;
beforeAll(async () => {
  platform = await openPlatform();
  site = openMoney(platform);
  start = site.clock.now;
  await sell(platform.env.DB, start);
});
afterAll(() => platform.dispose());

const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36';
const LAPTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The id of a client without cookies. */
const REQUESTER = 'a'.repeat(22);

/** The code that is sent to a mobile. */
async function requestCode(mobile: string): Promise<string> {
  site.clock.now += 120;
  await site.call(sendCode, { mobile, asker: REQUESTER });
  return (
    (await site
      .sql("SELECT code FROM outbox WHERE mobile = ? AND code <> '' ORDER BY id DESC", mobile)
      .first<string>('code')) ?? ''
  );
}
/** Signs a mobile in from a browser; the visitor that it becomes. */
async function signIn(mobile: string, browser: string): Promise<Visitor> {
  const body = { mobile, password: await requestCode(mobile), asker: REQUESTER };
  const request = buildRequest('/login', { body, headers: { 'user-agent': browser } });
  const { token } = await parseAnswer(login, await site.api(request, platform.env, platform.ctx));
  return { id: 0, token, mobile };
}

describe('settings', () => {
  it('are the defaults at first: autoplay on, no saver of data (spec 9.21)', async () => {
    const who = await site.visitor();
    expect((await site.call(getSettings, {}, who)).data).toEqual({
      name: '',
      comment_name: '',
      autoplay: true,
      data_saver: false,
      subtitle_size: 'medium',
      subtitle_colour: 'white',
      subtitle_background: 'half',
    });
  });

  it('change where they are given and stay where they are not', async () => {
    const [who, other] = [await site.visitor(), await site.visitor()];
    await site.call(saveSettings, { name: '  سارا ', comment_name: ' سارا از تهران', autoplay: false }, who);
    await site.call(saveSettings, { subtitle_size: 'huge', subtitle_colour: 'yellow' }, who);
    await site.call(saveSettings, {}, who);
    expect((await site.call(getSettings, {}, who)).data).toEqual({
      name: 'سارا',
      comment_name: 'سارا از تهران',
      autoplay: false,
      data_saver: false,
      subtitle_size: 'huge',
      subtitle_colour: 'yellow',
      subtitle_background: 'half',
    });
    expect((await site.call(getSettings, {}, other)).data.autoplay).toBe(true);
  });

  it.each([
    ['name', 'x'.repeat(61)],
    ['name', '<b>'],
    ['comment_name', '<b>'],
    ['comment_name', 'x'.repeat(61)],
    ['name', 'a\nb'],
    ['autoplay', 'yes'],
    ['subtitle_size', 'gigantic'],
    ['subtitle_colour', '#fff'],
  ])('refuse %s = %j and say which', async (field, value) => {
    const who = await site.visitor();
    const answer = await parseFailure(await site.ask(saveSettings, { [field]: value }, who));
    expect(answer).toMatchObject({ status: 422, code: 'invalid_input', fields: [field] });
  });
});

describe('devices', () => {
  it('are named by what browsers say, the one that asks is marked, and none tells its token', async () => {
    const mobile = '09350000001';
    const phone = await signIn(mobile, PHONE);
    site.clock.now += 3 * DAY;
    const laptop = await signIn(mobile, LAPTOP);
    const { data } = await site.call(getDevices, {}, laptop);
    expect(data.map(({ browser, system, current }) => [browser, system, current])).toEqual([
      ['Firefox', 'Windows', true],
      ['Chrome', 'Android', false],
    ]);
    expect(data[0]!.used_at - data[1]!.used_at).toBeGreaterThanOrEqual(3 * DAY);
    expect(JSON.stringify(data)).not.toContain(phone.token);
  });

  it('are signed out one by one, or all others at once', async () => {
    const mobile = '09350000002';
    const [browser, phone, third, fourth] = [
      await signIn(mobile, LAPTOP),
      await signIn(mobile, PHONE),
      await signIn(mobile, PHONE),
      await signIn(mobile, ''),
    ];
    const listed = (await site.call(getDevices, {}, phone)).data;
    const id = listed.find(({ current }) => current)!.id;
    expect((await site.call(endDevice, { id }, browser)).data.ended).toBe(1);
    expect((await site.ask(getUser, {}, phone)).status).toBe(401);
    expect(await parseFailure(await site.ask(endDevice, { id }, browser))).toMatchObject({
      status: 404,
      code: 'device_unknown',
    });
    expect((await site.call(endOtherDevices, {}, browser)).data.ended).toBe(2);
    for (const gone of [third, fourth]) expect((await site.ask(getUser, {}, gone)).status).toBe(401);
    expect((await site.call(getDevices, {}, browser)).data).toHaveLength(1);
  });

  it('of somebody else are unknown and stay', async () => {
    const [mine, theirs] = [await signIn('09350000003', PHONE), await signIn('09350000004', PHONE)];
    const [device] = (await site.call(getDevices, {}, theirs)).data;
    expect((await parseFailure(await site.ask(endDevice, { id: device!.id }, mine))).code).toBe('device_unknown');
    await site.call(endOtherDevices, {}, mine);
    expect((await site.ask(getUser, {}, theirs)).status).toBe(200);
  });
});

describe('a login on a new device', () => {
  const notices = async (mobile: string) => {
    const { results } = await site
      .sql("SELECT text FROM outbox WHERE mobile = ? AND code = '' ORDER BY id", mobile)
      .all<{ text: string }>();
    return results.map(({ text }) => text);
  };
  /** The notice is sent behind the answer: its device is known once it has been dealt with. */
  const dealtWith = (mobile: string, devices: number) =>
    eventually(async () => {
      const knownDevices = 'known_devices WHERE user_id = (SELECT id FROM users WHERE mobile = ?)';
      expect(await site.count(knownDevices, mobile)).toBe(devices);
    });

  it('is told to its owner by SMS, with device and time, and marked in the list; a known one is not', async () => {
    const mobile = '09350000030';
    await signIn(mobile, PHONE);
    await dealtWith(mobile, 1);
    await signIn(mobile, PHONE);
    expect(await notices(mobile)).toEqual([]);
    const laptop = await signIn(mobile, LAPTOP);
    await eventually(async () => {
      expect(await notices(mobile)).toHaveLength(1);
    });
    const [text = ''] = await notices(mobile);
    expect(text).toContain('Firefox روی Windows');
    expect(text).toMatch(/[۰-۹]{1,2}:[۰-۹]{2}/);
    const marks = async (who: Visitor) =>
      (await site.call(getDevices, {}, who)).data.map(({ system, is_new: isNew }) => [system, isNew] as const);
    expect(new Map(await marks(laptop))).toEqual(
      new Map([
        ['Windows', true],
        ['Android', false],
      ]),
    );
    // It stays known after its session has ended, and is new no longer after a week.
    await site.call(endOtherDevices, {}, laptop);
    await signIn(mobile, PHONE);
    site.clock.now += 7 * DAY;
    expect((await marks(laptop)).some(([, isNew]) => isNew)).toBe(false);
    expect(await notices(mobile)).toHaveLength(1);
  });

  it('is told three times a day at most, ten minutes apart: nobody can flood a number', async () => {
    const mobile = '09350000031';
    const browsers = ['Edg/1', 'OPR/1', 'SamsungBrowser/1', 'Firefox/1', 'Chrome/1'];
    await signIn(mobile, '');
    await dealtWith(mobile, 1);
    for (const [at, browser] of browsers.entries()) {
      await signIn(mobile, browser);
      await dealtWith(mobile, at + 2);
      site.clock.now += 120;
    }
    // Told at 0, and again once ten minutes have gone by.
    await eventually(async () => {
      expect(await notices(mobile)).toHaveLength(2);
    });
    for (const system of ['iPhone', 'iPad', 'Android']) {
      site.clock.now += 600;
      await signIn(mobile, `${system} Chrome/1`);
    }
    await dealtWith(mobile, browsers.length + 4);
    expect(await notices(mobile)).toHaveLength(3);
  });

  it('lets nobody wait for an SMS provider that fails', async () => {
    const mobile = '09350000032';
    await signIn(mobile, PHONE);
    await dealtWith(mobile, 1);
    const password = await requestCode(mobile);
    const env = { ...site.env, SMS_PROVIDER: 'smsir', SMSIR_KEY: '' };
    const request = buildRequest('/login', {
      body: { mobile, password, asker: REQUESTER },
      headers: { 'user-agent': LAPTOP },
    });
    const response = await site.api(request, env, platform.ctx);
    expect((await parseAnswer(login, response)).token).not.toBe('');
    await dealtWith(mobile, 2);
  });
});

describe('a cancelled account (spec 8.16)', () => {
  const requestMerge = async (mobile: string, password: string, restore = false) =>
    site.ask(login, { mobile, password, asker: REQUESTER, ...(restore && { restore }) });

  it('needs the word of its owner', async () => {
    const who = await site.visitor();
    for (const input of [{}, { confirm: false }, { confirm: 'yes' }]) {
      expect((await parseFailure(await site.ask(cancelAccount, input, who))).code).toBe('invalid_input');
    }
    expect((await site.ask(getUser, {}, who)).status).toBe(200);
  });

  it('is signed out everywhere at once, and a login says so and offers to restore it', async () => {
    const mobile = '09350000010';
    const [phone, laptop] = [await signIn(mobile, PHONE), await signIn(mobile, LAPTOP)];
    await site.call(saveSettings, { name: 'مینا' }, phone);
    await site.call(cancelAccount, { confirm: true }, phone);
    for (const who of [phone, laptop]) expect((await site.ask(getUser, {}, who)).status).toBe(401);

    const password = await requestCode(mobile);
    // Who does not have the code does not learn of it.
    const wrong = String((Number(password) + 1) % 10_000).padStart(4, '0');
    expect((await parseFailure(await requestMerge(mobile, wrong))).code).toBe('code_wrong_or_expired');
    expect((await parseFailure(await requestMerge(mobile, wrong, true))).code).toBe('code_wrong_or_expired');
    const refused = await parseFailure(await requestMerge(mobile, password));
    expect(refused).toMatchObject({ status: 409, code: 'account_cancelled', fields: ['password'] });
    expect((await parseFailure(await requestMerge(mobile, password))).code).toBe('account_cancelled');

    const { token } = await parseAnswer(login, await requestMerge(mobile, password, true));
    const restored: Visitor = { id: 0, token, mobile };
    expect((await site.call(getSettings, {}, restored)).data.name).toBe('مینا');
    // It is an account like any other again, for the cron too.
    site.clock.now += 400 * DAY;
    await site.tick();
    expect(await site.count('users WHERE mobile = ?', mobile)).toBe(1);
    site.clock.now = start + 30 * DAY;
  });

  it('is not collected from: direct debit ends with it', async () => {
    const who = await site.visitor({ subscribedUntil: site.clock.now + 3600 });
    const { data } = await site.call(buySubscription, { subscription: true, series: [SERIES.id] }, who);
    await site.comeBack(await site.payAtGateway(data.pay_url, 'pay'));
    expect(await site.count('direct_debit_settings WHERE user_id = ? AND subscription = 1', who.id)).toBe(1);
    await site.call(cancelAccount, { confirm: true }, who);
    await site.tick();
    await site.tick();
    expect(await site.count('direct_debit_settings WHERE user_id = ? AND subscription = 1', who.id)).toBe(0);
    expect(await site.count('direct_debit_series WHERE user_id = ?', who.id)).toBe(0);
    expect(await site.count("mandates WHERE user_id = ? AND state = 'active'", who.id)).toBe(0);
    expect(await site.count("payments WHERE user_id = ? AND method = 'direct_debit'", who.id)).toBe(0);
  });

  it('is erased ten months later and not before; the books stay, of nobody', async () => {
    site.clock.now = Date.parse('2027-04-30T10:00:00Z') / 1000;
    const mobile = '09350000012';
    const who = await signIn(mobile, PHONE);
    const id = (await site.sql('SELECT id FROM users WHERE mobile = ?', mobile).first<number>('id')) ?? 0;
    await site.call(saveSettings, { name: 'نیما', autoplay: false }, who);
    for (const list of ['later', 'watched']) await site.call(addToList, { list, id: FILM.id }, who);
    expect(await site.count('progress WHERE profile = ?', `u${String(id)}`)).toBe(1);
    const charged = await site.call(chargeWallet, { amount: 50_000 }, who);
    await site.comeBack(await site.payAtGateway(charged.data.pay_url, 'pay'));
    const { erase_at: eraseAt } = (await site.call(cancelAccount, { confirm: true }, who)).data;
    // The last day of February: there is no 30th.
    expect(new Date(eraseAt * 1000).toISOString().slice(0, 10)).toBe('2028-02-29');

    site.clock.now = eraseAt - 121;
    await site.tick();
    expect(await site.count('users WHERE mobile = ?', mobile)).toBe(1);
    await site.tick();
    expect(await site.sql('SELECT name, mobile, subscribed_until FROM users WHERE id = ?', id).first()).toEqual({
      name: '',
      mobile: `erased:${String(id)}`,
      subscribed_until: 0,
    });
    for (const table of ['user_lists', 'user_settings', 'sessions', 'mandates']) {
      expect(await site.count(`${table} WHERE user_id = ?`, id), table).toBe(0);
    }
    expect(await site.count('progress WHERE profile = ?', `u${String(id)}`)).toBe(0);
    expect(await site.count('payments WHERE user_id = ? AND card IS NOT NULL', id)).toBe(0);
    expect(await site.wallet({ ...who, id })).toBe(50_000);
    expect(await site.books()).toEqual([]);

    // The number is free: its next owner begins a new account.
    const anew = await signIn(mobile, PHONE);
    expect((await site.call(getSettings, {}, anew)).data).toMatchObject({ name: '', autoplay: true });
  });
});
