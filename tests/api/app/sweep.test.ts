import { afterAll, beforeAll, expect, test } from 'vitest';
import { KIDS_COOKIE_SECONDS } from '../../../src/platform/http/kids.ts';
import { enterKids, leaveKids } from '../../../src/features/kids/contract.ts';
import { runCron } from '../../../src/app/cron.ts';
import { parseAnswer, NOON, openApi, type TestApi } from '../../support/api.ts';
import { openPlatform, type Platform } from '../../support/platform.ts';

/** Rows that would grow for ever are swept; rows that somebody still needs are kept. */
const DAY = 24 * 60 * 60;
let platform: Platform;
let site: TestApi;
beforeAll(async () => {
  platform = await openPlatform();
  site = openApi(platform);
});
afterAll(() => platform.dispose());

const run = (sql: string, ...values: (string | number)[]) =>
  platform.env.DB.prepare(sql)
    .bind(...values)
    .run();
const list = async (sql: string) =>
  (await platform.env.DB.prepare(sql).all<{ name: string }>()).results.map(({ name }) => name);
const tickAt = (now: number) => runCron(site.env, '*/2 * * * *', () => now);

test('messages of the outbox go after a week', async () => {
  const message = 'INSERT INTO outbox (mobile, text, code, sent_at) VALUES (?, ?, ?, ?)';
  await run(message, '09120000001', 'old', '1111', NOON - 8 * DAY);
  await run(message, '09120000001', 'new', '2222', NOON - 6 * DAY);
  await tickAt(NOON);
  expect(await list('SELECT text AS name FROM outbox')).toEqual(['new']);
});

test('bills of the demo bank go after a month, but not one that a mandate or an open payment lives on', async () => {
  const bill = `INSERT INTO sandbox_bills (token, kind, state, rial, order_id, callback_url, created_at)
    VALUES (?, ?, 'verified', 1000, 'x', 'https://pardeh.test/', ?)`;
  await run(bill, 'old-payment', 'payment', NOON - 40 * DAY);
  await run(bill, 'new-payment', 'payment', NOON - 20 * DAY);
  await run(bill, 'open-payment', 'payment', NOON - 40 * DAY);
  // It is being verified at this moment.
  await run(
    `INSERT INTO payments (id, user_id, purpose, state, method, price, discount, vat, total, fingerprint, referrer,
      commission, created_at, expires_at, checked_at, claimed_at)
      VALUES ('open', 1, 'wallet', 'verifying', 'sandbox', 1, 0, 0, 1, 'f', 4, 0, 0, 0, ?, ?)`,
    ...[NOON, NOON],
  );
  await run("UPDATE sandbox_bills SET order_id = 'open' WHERE token = 'open-payment'");
  await run(bill, 'old-mandate', 'mandate', NOON - 40 * DAY);
  await run(bill, 'revoked-mandate', 'mandate', NOON - 40 * DAY);
  const mandate = `INSERT INTO mandates (id, user_id, provider, bank, mobile, state, token, limit_toman, count_per_month,
    ends_on, created_at) VALUES (?, 1, 'sandbox', '012', '09120000001', ?, ?, 1, 1, '2099-01-01', 0)`;
  await run(mandate, 'm1', 'active', 'old-mandate');
  await run(mandate, 'm2', 'cancelled', 'revoked-mandate');
  await tickAt(NOON);
  expect(await list('SELECT token AS name FROM sandbox_bills ORDER BY token')).toEqual([
    'new-payment',
    'old-mandate',
    'open-payment',
  ]);
});

test('a kids session goes a year after its cookie was given last, so that no child is let out by the sweep', async () => {
  const pin = '4321';
  const cookie = async (call: typeof enterKids | typeof leaveKids, kids: string, body: object) => {
    const response = await site.send(call.path, {
      body,
      headers: kids === '' ? {} : { 'x-pardeh-kids': kids },
    });
    return (await parseAnswer(call, response)).token.split('.').slice(0, 2).join('.');
  };
  const on = await cookie(enterKids, '', { pin });
  const id = on.split('.')[1] ?? '';
  const almost = NOON + KIDS_COOKIE_SECONDS - DAY;
  site.clock.now = almost;
  const off = await cookie(leaveKids, on, { pin });
  await cookie(enterKids, off, {});
  await tickAt(NOON + KIDS_COOKIE_SECONDS + DAY);
  expect(await list('SELECT id AS name FROM kids_sessions')).toEqual([id]);
  await tickAt(almost + KIDS_COOKIE_SECONDS + 1);
  expect(await list('SELECT id AS name FROM kids_sessions')).toEqual([]);
});
