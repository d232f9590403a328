import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { chargeWallet } from '../../../src/features/checkout/contract.ts';
import { batch } from '../../../src/platform/db/batch.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { insertAlarm, raiseAlarm } from '../../../src/features/alarms/server/alarm.ts';
import { ORIGIN } from '../../support/site/api.ts';
import { failing } from '../../support/faults/failing-d1.ts';
import { readAlarmChannels, listAlarmSettingErrors } from '../../../src/features/alarms/server/channels.ts';
import { deliverAlarms } from '../../../src/features/alarms/server/deliver.ts';
import { findPayment } from '../../../src/features/payments/server/read.ts';
import { verifyPayment } from '../../../src/features/payments/server/verify.ts';
import { signText } from '../../../src/platform/media/signing.ts';
import { fakeWebhook } from '../../support/services/fake-webhook.ts';
import { openMoney } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';

const { platform, site, log } = await openShop();
const db = openDatabase(platform.env.DB);
const at = () => ({ db, now: site.clock.now });
const ALARM = { kind: 'not_given_back', key: 'not_given_back:p1', text: 'payment p1: ask the bank' } as const;

beforeEach(async () => {
  await site.sql('DELETE FROM alarms').run();
  log.mockClear();
});

describe('raising', () => {
  it('is what a bank does that took another amount and does not give it back', async () => {
    const who = await site.visitor();
    const { data } = await site.call(chargeWallet, { amount: 50_000 }, who);
    const payment = await findPayment(db, data.payment_id);
    if (!payment) throw new Error('no payment');
    const bank = {
      terminal: null,
      verify: () => Promise.resolve({ kind: 'mismatch', reference: 'r', isBound: true } as const),
      reverse: () => Promise.resolve(false),
    };
    expect(await verifyPayment(db, bank, payment, null, site.clock.now)).toBe('refused');
    const alarm = await site.sql('SELECT kind, payment_id, text FROM alarms').first();
    expect(alarm).toMatchObject({ kind: 'not_given_back', payment_id: payment.id });
    expect(alarm).toHaveProperty('text', expect.stringContaining('NOT given back'));
  });

  it('keeps and logs the same matter once, also fifty times at once', async () => {
    const raised = await Promise.all(Array.from({ length: 50 }, () => raiseAlarm(at(), ALARM)));
    expect(raised.filter(Boolean)).toHaveLength(1);
    expect(await site.count('alarms')).toBe(1);
    expect(log.mock.calls).toEqual([['alarm not_given_back: payment p1: ask the bank']]);
  });

  it('masks mobile numbers in every spelling and leaves bank references alone', async () => {
    const spellings = ['09123456789', '+989123456789', '00989123456789', '۰۹۱۲۳۴۵۶۷۸۹', '9123456789'];
    await raiseAlarm(at(), { ...ALARM, text: `of ${spellings.join(', ')}; RRN 123456789012, id a09123456789b` });
    const text = await site.sql('SELECT text FROM alarms').first<string>('text');
    expect(text).toBe(`of ${spellings.map(() => '0912***6789').join(', ')}; RRN 123456789012, id a09123456789b`);
    expect(log.mock.calls.flat().join()).not.toContain('3456789,');
  });

  it('never throws, and is logged where it cannot be kept', async () => {
    const broken = openDatabase(failing(platform.env.DB, { matching: /alarms/ }));
    expect(await raiseAlarm({ db: broken, now: 1 }, ALARM)).toBe(false);
    expect(String(log.mock.calls[0]?.[0])).toBe('alarm not_given_back (not kept): payment p1: ask the bank');
  });

  it('is tried again where the connection is lost, which the operator must not miss it for', async () => {
    const weak = openDatabase(failing(platform.env.DB, { matching: /alarms/, times: 1 }));
    expect(await raiseAlarm({ db: weak, now: 1 }, ALARM)).toBe(true);
    expect(await site.count('alarms')).toBe(1);
  });

  it('is part of a batch: kept with it, gone with it', async () => {
    const broken = batch(db, [insertAlarm(1, ALARM), insertAlarm(1, { ...ALARM, key: null as unknown as string })]);
    await expect(broken).rejects.toThrow('alarms.key');
    expect(await site.count('alarms')).toBe(0);
    await batch(db, [insertAlarm(1, ALARM), insertAlarm(1, ALARM)]);
    expect(await site.count('alarms')).toBe(1);
  });
});

const webhook = await fakeWebhook();
afterAll(() => webhook.close());
const SECRET = 'alarm-secret-of-the-test';

describe('the webhook', () => {
  const called = openMoney(platform, { ALARM_WEBHOOK: `${webhook.url}/hook?key=in-the-address`, ALARM_SECRET: SECRET });
  const raise = (key: string) => raiseAlarm({ db, now: called.clock.now }, { ...ALARM, key });
  const undelivered = () => site.count('alarms WHERE delivered_at IS NULL');

  beforeEach(() => {
    webhook.reset();
  });

  it('gets each alarm once, signed, all of a tick in one message', async () => {
    await Promise.all(['a', 'b', 'a'].map(raise));
    await called.tick();
    await called.tick(7200);
    expect(webhook.received).toHaveLength(1);
    const [message] = webhook.received;
    expect(message?.alarms.map(({ key }) => key).sort()).toEqual(['a', 'b']);
    expect(message?.text).toContain('not_given_back: payment p1: ask the bank');
    const [, time = '', signature = ''] = /^t=(\d+),v1=([\w-]{43})$/.exec(message?.signature ?? '') ?? [];
    expect(await signText(SECRET, `${time}.${message?.body ?? ''}`)).toBe(signature);
    expect(await undelivered()).toBe(0);
  });

  it.each(['lost', 'error', 'redirect', 'slow'] as const)(
    'that answers with %s is tried again, later each time, and gets nothing after it took it',
    async (behaviour) => {
      webhook.behave(behaviour);
      await raise('a');
      await called.tick();
      expect(await undelivered()).toBe(1);
      webhook.behave('ok');
      await called.tick(60);
      const early = webhook.received.length;
      await called.tick(60);
      expect(webhook.received.length).toBe(early + 1);
      await called.tick(7200);
      expect(webhook.received.length).toBe(early + 1);
      expect(new Set(webhook.received.flatMap(({ alarms }) => alarms.map(({ id }) => id))).size).toBe(1);
      expect(await undelivered()).toBe(0);
      expect(webhook.followed()).toBe(0);
      expect(log.mock.calls.flat().join()).not.toContain('in-the-address');
    },
  );

  it('is asked less and less often while it is down, but for ever', async () => {
    webhook.behave('error');
    await raise('a');
    const context = { env: called.env, db, origin: ORIGIN };
    const { now } = called.clock;
    for (let minute = 0; minute < 12 * 60; minute += 10) await deliverAlarms({ ...context, now: now + minute * 60 });
    expect(webhook.received.length).toBeGreaterThan(12);
    expect(webhook.received.length).toBeLessThan(20);
  });

  it('takes more than one message holds in one tick', async () => {
    const keys = Array.from({ length: 120 }, (_, at) => `k${String(at)}`);
    await batch(
      db,
      keys.map((key) => insertAlarm(called.clock.now, { ...ALARM, key })),
    );
    await called.tick();
    expect(webhook.received.map(({ alarms }) => alarms.length)).toEqual([50, 50, 20]);
    expect(await undelivered()).toBe(0);
  });

  it('is not called twice by two ticks at the same time', async () => {
    await raise('a');
    await Promise.all([called.tick(0), called.tick(0)]);
    expect(webhook.received).toHaveLength(1);
  });

  it('is not called for what somebody has seen', async () => {
    await raise('a');
    await site.sql('UPDATE alarms SET seen_at = 1').run();
    await called.tick();
    expect(webhook.received).toHaveLength(0);
  });
});

describe('SMS', () => {
  const vars = { ALARM_MOBILES: '۰۹۱۲۳۴۵۶۷۸۹, 09351112233', ALARM_WEBHOOK: webhook.url };
  const called = openMoney(platform, vars);
  const countMessages = () => site.count("outbox WHERE code = ''");

  it('calls every number once for all alarms, and not again within ten minutes', async () => {
    webhook.behave('ok');
    for (const key of ['a', 'b', 'c']) await raiseAlarm({ db, now: called.clock.now }, { ...ALARM, key });
    await called.tick();
    expect(await countMessages()).toBe(2);
    await raiseAlarm({ db, now: called.clock.now }, { ...ALARM, key: 'd' });
    await called.tick();
    expect(await countMessages()).toBe(2);
    await called.tick(9 * 60);
    await called.tick(9 * 60);
    await called.tick(9 * 60);
    expect(await countMessages()).toBe(4);
  });

  it('does not repeat what one channel took while the other is down', async () => {
    await site.sql('DELETE FROM outbox').run();
    webhook.reset();
    webhook.behave('error');
    await raiseAlarm({ db, now: called.clock.now }, { ...ALARM, key: 'e' });
    await called.tick(7200);
    await called.tick(7200);
    expect([await countMessages(), webhook.received.length]).toEqual([2, 2]);
    webhook.behave('ok');
    await called.tick(7200);
    await called.tick(7200);
    expect([await countMessages(), webhook.received.length]).toEqual([2, 3]);
    expect(await site.count('alarms WHERE delivered_at IS NULL')).toBe(0);
  });

  const throws = { SMS_PROVIDER: 'kavenegar', KAVENEGAR_KEY: '', SMS_NOTICE_TEMPLATE: 'notice' };
  const refuses = { ...throws, KAVENEGAR_KEY: 'key', SMS_TEMPLATE: 'login', SMS_API_BASE: 'http://127.0.0.1:9' };
  it.each([
    ['throws', throws],
    ['refuses', refuses],
  ])('that %s does not repeat what the webhook took, and is tried again until it is there', async (_, broken) => {
    await site.sql('DELETE FROM outbox').run();
    webhook.reset();
    await raiseAlarm({ db, now: called.clock.now }, { ...ALARM, key: 'f' });
    const posted = () => webhook.received.filter(({ alarms }) => alarms.length > 0).length;
    for (let tick = 0; tick < 3; tick += 1) {
      called.clock.now += 7200;
      const env = { ...called.env, ...broken };
      await deliverAlarms({ env, db, now: called.clock.now });
      expect([await countMessages(), posted()]).toEqual([0, 1]);
    }
    await called.tick(7200);
    await called.tick(7200);
    expect([await countMessages(), posted()]).toEqual([2, 1]);
    expect(await site.count('alarms WHERE delivered_at IS NULL')).toBe(0);
  });

  it('that cannot look up its last message does not repeat what the webhook took either', async () => {
    webhook.reset();
    await raiseAlarm({ db, now: called.clock.now }, { ...ALARM, key: 'g' });
    const broken = openDatabase(failing(platform.env.DB, { matching: /max\(sms_at\)/ }));
    for (let tick = 0; tick < 3; tick += 1) {
      called.clock.now += 7200;
      await deliverAlarms({ env: called.env, db: broken, now: called.clock.now });
    }
    expect(webhook.received).toHaveLength(1);
    await called.tick(7200);
    expect(webhook.received).toHaveLength(1);
    expect(await site.count('alarms WHERE delivered_at IS NULL')).toBe(0);
  });
});

describe('the settings', () => {
  const base = { SMS_PROVIDER: 'kavenegar', SMS_NOTICE_TEMPLATE: '' };
  it.each([
    [{}, 1, 0, /ALARM_WEBHOOK reaches nobody/],
    [{ ALARM_MOBILES: '09123456789', SMS_NOTICE_TEMPLATE: 'x', SMS_PROVIDER: '' }, 2, 0, /SMS_PROVIDER is empty/],
    [{ ALARM_WEBHOOK: 'http://hooks.example/x', ALARM_SECRET: 's' }, 2, 0, /https/],
    [{ ALARM_WEBHOOK: 'no address', ALARM_SECRET: 's' }, 2, 0, /https/],
    [{ ALARM_WEBHOOK: 'https://hooks.example/x' }, 1, 1, /ALARM_SECRET/],
    [{ ALARM_MOBILES: '09123456789' }, 2, 0, /SMS_NOTICE_TEMPLATE/],
    [{ ALARM_MOBILES: '09123456789,12', SMS_NOTICE_TEMPLATE: 'x' }, 1, 1, /no mobile/],
  ])('%o have %i problems and %i channels', (vars, problems, channels, text) => {
    const matches = listAlarmSettingErrors({ ...base, ...vars });
    expect(matches).toHaveLength(problems);
    expect(matches.map(({ setting, problem }) => `${setting} ${problem}`).join()).toMatch(text);
    const { webhook: address, mobiles } = readAlarmChannels({ ...base, ...vars });
    expect(Number(address !== null) + mobiles.length).toBe(channels);
  });

  it('have none where somebody is reached', () => {
    expect(listAlarmSettingErrors({ ...base, ALARM_WEBHOOK: 'https://hooks.example/x', ALARM_SECRET: 's' })).toEqual(
      [],
    );
  });

  it('that reach nobody leave alarms where they are', async () => {
    await raiseAlarm(at(), ALARM);
    await site.tick();
    expect(await site.count('alarms WHERE delivered_at IS NULL AND attempts = 0')).toBe(1);
  });
});
