import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MERCHANT } from '@pardeh/money-simulator/banks/zarinpal';
import { TERMINAL } from '@pardeh/money-simulator/banks/saman';
import { openBanks, RELAY_SECRET } from '@pardeh/money-simulator/banks/server';
import { getServices, testService, type ServiceId } from '../../../src/features/operator/services-contract.ts';
import { API_BASE } from '../../../src/platform/http/calls/api-base.ts';
import { STAFF_ROLES } from '../../../src/platform/http/calls/permissions.ts';
import { fakeKavenegar } from '../../support/services/fake-sms.ts';
import { openMoney, type Visitor } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { openStaff } from '../../support/money/staff.ts';
import { listen, ORIGIN, parseAnswer, parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const ROOT = 'r'.repeat(40);
const SECRET = 'a-secret-value-of-the-test';
const [banks, sms] = await Promise.all([openBanks(listen), fakeKavenegar(SECRET)]);
const site = openMoney(platform, {
  ...{ OPERATOR_TOKEN: `root:${ROOT}`, PAYMENT_GATEWAYS: 'saman,zarinpal,zibal', PAYMENT_TIMEOUT_MS: '8000' },
  ...{ PAYMENT_RELAY_BASE: `${banks.url}/`, PAYMENT_RELAY_SECRET: RELAY_SECRET, SEP_TERMINAL_ID: TERMINAL },
  ...{ ZARINPAL_MERCHANT_ID: MERCHANT, ZIBAL_MERCHANT: 'zibal', MANDATE_PROVIDER: '', VANDAR_TOKEN: SECRET },
  ...{ SMS_PROVIDER: 'kavenegar', SMS_API_BASE: sms.url, KAVENEGAR_KEY: SECRET, SMS_TEMPLATE: 'pardeh-login' },
});
const root = { id: 0, mobile: '', token: ROOT };
const { join, open } = openStaff(site, root);
const owner = await join('owner');
const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);

const refuse = async (id: ServiceId, who: Visitor = owner) => {
  const response = await site.ask(testService, { id }, who);
  return response.status === 200 ? 'done' : (await parseFailure(response)).code;
};
const probe = async (id: ServiceId) => (await site.call(testService, { id }, owner)).data;

beforeEach(async () => {
  banks.state.mood = 'fine';
  site.clock.now += 60 * 60;
  await open(owner);
});
afterAll(async () => {
  log.mockRestore();
  await Promise.all([banks.close(), sms.close()]);
});

describe('banks and SMS', () => {
  it('are listed with the names of their settings and no value', async () => {
    const { data, flags } = await site.call(getServices, {}, owner);
    expect(data.map(({ id, is_on: isOn, is_ready: isReady }) => [id, isOn, isReady])).toEqual([
      ...[
        ['saman', true, true],
        ['zarinpal', true, true],
        ['zibal', true, true],
        ['vandar', false, false],
      ],
      ...[
        ['kavenegar', true, true],
        ['smsir', false, false],
      ],
    ]);
    const vandar = data.find(({ id }) => id === 'vandar');
    expect(vandar?.settings.slice(0, 2)).toEqual([
      { name: 'VANDAR_BUSINESS', is_set: false, is_secret: false, is_needed: true },
      { name: 'VANDAR_TOKEN', is_set: true, is_secret: true, is_needed: true },
    ]);
    for (const value of [SECRET, RELAY_SECRET, MERCHANT, TERMINAL, banks.url])
      expect(JSON.stringify({ data, flags })).not.toContain(value);
  });

  it('stand beside the switches of the site, each on or off as its pages read it', async () => {
    const read = async (settings: Partial<typeof site.env>) => {
      const env = { ...site.env, ...settings };
      const headers = { authorization: `Bearer ${owner.token}`, 'cf-connecting-ip': '10.0.0.1' };
      const request = new Request(`${ORIGIN}${API_BASE}/operator/services`, { headers });
      const { flags } = await parseAnswer(getServices, await site.api(request, env, platform.ctx));
      return flags.filter(({ is_on: isOn }) => isOn).map(({ name }) => name);
    };
    const off = {
      SITE_VARIANT: 'main',
      LISTS: 'soon',
      SHOW_APP: '1',
      CAST: '',
      FULLRATE_NETWORKS: '',
      CHAT_SCRIPT: '',
    };
    expect(await read(off)).toEqual([]);
    const on = { SITE_VARIANT: 'plus', LISTS: 'on', SHOW_APP: '3', CAST: 'on', FULLRATE_NETWORKS: '197207' };
    expect(await read({ ...off, ...on })).toEqual(Object.keys(on));
  });

  it('are the owner’s alone', async () => {
    for (const role of STAFF_ROLES) {
      const member = await join(role);
      const isOwner = role === 'owner';
      expect((await site.ask(getServices, {}, member)).status, role).toBe(isOwner ? 200 : 403);
      expect(await refuse('vandar', member), role).toBe(isOwner ? 'service_off' : 'operator_role');
    }
  });
});

describe('a test', () => {
  it.each(['saman', 'zarinpal', 'zibal'] as const)('of %s says whether the bank knows the site', async (id) => {
    const payments = await site.count('payments');
    expect(await probe(id)).toMatchObject({ state: 'works' });
    banks.state.mood = 'html';
    expect(await probe(id)).toEqual({ state: 'failed', code: '' });
    expect(await site.count('payments')).toBe(payments);
  });

  it('of a merchant that the bank does not know is refused with its code, which the trail has', async () => {
    const { env } = site;
    [env.ZARINPAL_MERCHANT_ID, env.ZIBAL_MERCHANT] = ['another', 'another'];
    expect(await probe('zarinpal')).toEqual({ state: 'refused', code: '-10' });
    expect(await probe('zibal')).toEqual({ state: 'refused', code: '102' });
    const row = site.sql("SELECT after FROM operator_audit WHERE subject = 'service:zibal' ORDER BY id DESC");
    expect(await row.first('after')).toBe('{"state":"refused","code":"102"}');
    [env.ZARINPAL_MERCHANT_ID, env.ZIBAL_MERCHANT] = [MERCHANT, 'zibal'];
  });

  it('of SMS goes to the member’s own number by the template of notices, and a key has none', async () => {
    expect(await refuse('kavenegar')).toBe('service_template');
    site.env.SMS_NOTICE_TEMPLATE = 'pardeh-login';
    expect(await probe('kavenegar')).toEqual({ state: 'works', code: '' });
    expect(sms.state.sent.at(-1)?.mobile).toBe(owner.mobile);
    expect(await refuse('kavenegar', root)).toBe('service_person');
    sms.state.status = 418;
    expect(await probe('kavenegar')).toEqual({ state: 'failed', code: '' });
  });

  it('is made five times at once by all members together', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => refuse('zibal')));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(5);
    expect(answers.filter((answer) => answer === 'too_many_requests')).toHaveLength(7);
  });
});
