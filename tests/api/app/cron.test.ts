import { expect, it } from 'vitest';
import { REQUESTER_SECONDS } from '../../../src/features/accounts/config.ts';
import { NIGHTLY, runCron } from '../../../src/app/cron.ts';
import { failing } from '../../support/faults/failing-d1.ts';
import { openShop } from '../../support/money/shop.ts';
import { addRow, prepareRows } from '../../support/database/rows.ts';

const DAY = 24 * 60 * 60;
const { platform, site, log } = await openShop();

it('sweeps sessions, codes and known devices that are over, and no others', async () => {
  const { now } = site.clock;
  const { DB } = platform.env;
  await DB.batch([
    prepareRows(DB, 'sessions', [
      { token_hash: 'over', expires_at: now + 60 },
      { token_hash: 'good', expires_at: now + 3600 },
    ]),
    prepareRows(DB, 'login_codes', [
      { mobile: 'over', expires_at: now + 60 },
      { mobile: 'good', expires_at: now + 3600 },
    ]),
    prepareRows(DB, 'login_devices', [
      { mobile: 'over', seen_at: now - REQUESTER_SECONDS },
      { mobile: 'good', seen_at: now },
    ]),
  ]);
  await site.tick(120);
  for (const table of ['sessions', 'login_codes', 'login_devices']) {
    const column = table === 'sessions' ? 'token_hash' : 'mobile';
    const { results } = await site.sql(`SELECT ${column} AS name FROM ${table}`).all<{ name: string }>();
    expect(
      results.map(({ name }) => name),
      table,
    ).toEqual(['good']);
  }
});

it('does every job whatever became of the others', async () => {
  const env = { ...platform.env, DB: failing(platform.env.DB, { matching: /"payments"/ }) };
  await addRow(platform.env.DB, 'sessions', { token_hash: 'stale', expires_at: site.clock.now });
  await runCron(env, '*/2 * * * *', () => site.clock.now + 120);
  expect(log.mock.calls.map(([text]) => String(text))).toContain('cron reconcile:');
  expect(await site.count("sessions WHERE token_hash = 'stale'")).toBe(0);
});

it('checks the books at night and reports what is wrong', async () => {
  log.mockClear();
  await site.tick(120, NIGHTLY);
  expect(log).not.toHaveBeenCalled();
  await addRow(platform.env.DB, 'ledger_entries', { key: 'k', amount: 7, payment_id: 'p' });
  await site.tick(120, NIGHTLY);
  expect(log.mock.calls.flat().map(String)).toContain('alarm books: ledger: every event sums to zero: e (7 toman)');
  const alarms = () => site.count("alarms WHERE kind = 'books' AND text LIKE '%every event sums to zero%'");
  expect(await alarms()).toBe(1);
  await site.tick(120, NIGHTLY);
  expect(await alarms()).toBe(1);
  await site.tick(7 * DAY, NIGHTLY);
  expect(await alarms()).toBe(2);
});

it('leaves everything to the provider where there is one', async () => {
  await addRow(platform.env.DB, 'sessions', { token_hash: 'theirs', expires_at: 0 });
  await runCron({ ...platform.env, API_BASE_URL: 'https://provider.example/api/v1' }, '*/2 * * * *');
  expect(await site.count("sessions WHERE token_hash = 'theirs'")).toBe(1);
});
