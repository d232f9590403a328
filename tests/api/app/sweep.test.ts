import { afterAll, beforeAll, expect, test } from 'vitest';
import { KIDS_COOKIE_SECONDS } from '../../../src/platform/http/session/kids.ts';
import { enterKids, leaveKids } from '../../../src/features/kids/contract.ts';
import { runCron } from '../../../src/app/cron.ts';
import { parseAnswer, NOON, openApi, type TestApi } from '../../support/site/api.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';
import { runRow } from '../../support/database/rows.ts';

/** Rows that would grow for ever are swept; rows that somebody still needs are kept. */
const DAY = 24 * 60 * 60;
let platform: Platform;
let site: TestApi;
beforeAll(async () => {
  platform = await openPlatform();
  site = openApi(platform);
});
afterAll(() => platform.dispose());

const run = (sql: string, ...values: (string | number | null)[]) =>
  platform.env.DB.prepare(sql)
    .bind(...values)
    .run();
const list = async (sql: string) =>
  (await platform.env.DB.prepare(sql).all<{ name: string }>()).results.map(({ name }) => name);
const tickAt = (now: number) => runCron(site.env, '*/2 * * * *', () => now);

test('messages of the outbox go after a week', async () => {
  await runRow(run, 'outbox', { text: 'old', sent_at: NOON - 8 * DAY });
  await runRow(run, 'outbox', { text: 'new', sent_at: NOON - 6 * DAY });
  await tickAt(NOON);
  expect(await list('SELECT text AS name FROM outbox')).toEqual(['new']);
});

test('bills of the demo bank go after a month, but not one that a mandate or an open payment lives on', async () => {
  const addBill = (token: string, kind: string, days: number) =>
    runRow(run, 'sandbox_bills', { token, kind, state: 'verified', order_id: 'x', created_at: NOON - days * DAY });
  await addBill('old-payment', 'payment', 40);
  await addBill('new-payment', 'payment', 20);
  await addBill('open-payment', 'payment', 40);
  // It is being verified at this moment.
  const verifying = { state: 'verifying', method: 'sandbox', checked_at: NOON, claimed_at: NOON };
  await runRow(run, 'payments', { id: 'open', ...verifying });
  await run("UPDATE sandbox_bills SET order_id = 'open' WHERE token = 'open-payment'");
  await addBill('old-mandate', 'mandate', 40);
  await addBill('revoked-mandate', 'mandate', 40);
  const addMandate = (id: string, state: string, token: string) =>
    runRow(run, 'mandates', { id, user_id: 1, provider: 'sandbox', state, token });
  await addMandate('m1', 'active', 'old-mandate');
  await addMandate('m2', 'cancelled', 'revoked-mandate');
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
