import { afterAll, beforeAll, expect, it } from 'vitest';
import { NIGHTLY, runCron } from '../../../src/app/cron.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';
import { prepareRow, prepareRows, buildFill, type Table } from '../../support/database/rows.ts';

/** Issue 33, section 12: what comes to its end in the two minutes between two ticks. */
const TICK_SECONDS = 120;
const LOGINS = 100 * TICK_SECONDS;
const PLAYS = 40 * TICK_SECONDS;
/** Of an address, its block, a mobile number. */
const BUDGETS_PER_LOGIN = 3;
const DAY = 24 * 60 * 60;
const NOW = 1_900_000_000;
const OLD = NOW - 500 * DAY;

let platform: Platform;
beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.dispose());

const fill = (table: Table, count: number, columns: Record<string, string>) =>
  platform.env.DB.prepare(buildFill(table, count, columns, 1)).run();
const count = async (table: string) => {
  const row = await platform.env.DB.prepare(`SELECT count(*) AS rows FROM ${table}`).first<{ rows: number }>();
  return row?.rows;
};
const runTick = (cron: string) => runCron(platform.env, cron, () => NOW);

it('one tick removes what 100 logins and 40 plays a second have left, and nothing that is in use', async () => {
  const time = String(OLD);
  await fill('sessions', LOGINS, { token_hash: "'s' || i", user_id: 'i', expires_at: time });
  await fill('login_codes', LOGINS, { mobile: "'09' || i", expires_at: time });
  await fill('login_devices', LOGINS, { mobile: "'09' || i", seen_at: time });
  await fill('rate_limits', LOGINS * BUDGETS_PER_LOGIN, { key: "'k' || i", full_at: time });
  await fill('plays', PLAYS, { title_id: 'i % 50', viewer: "'v' || i" });
  await fill('streams', PLAYS, { id: "'i' || i", user_id: 'i', ends_at: time });
  const { DB } = platform.env;
  await DB.batch([
    prepareRow(DB, 'sessions', { token_hash: 'live', expires_at: NOW + DAY }),
    prepareRow(DB, 'rate_limits', { key: 'live', full_at: NOW + 60 }),
    prepareRow(DB, 'plays', { title_id: 1, viewer: 'live', day: Math.floor(NOW / DAY) }),
  ]);
  await runTick('*/2 * * * *');
  const tables = ['sessions', 'login_codes', 'login_devices', 'rate_limits', 'plays', 'streams'];
  expect(await Promise.all(tables.map(count))).toEqual([1, 0, 0, 1, 1, 0]);
});

it('a night removes alarms that were seen a year ago, and devices that no session names any more', async () => {
  const { DB } = platform.env;
  await DB.batch([
    prepareRows(DB, 'alarms', [
      { key: 'seen', created_at: OLD, seen_at: 1 },
      { key: 'unseen', created_at: OLD, seen_at: null },
      { key: 'young', created_at: NOW - DAY, seen_at: 1 },
    ]),
    prepareRows(DB, 'known_devices', [
      { user_id: 1, first_at: OLD },
      { user_id: 2, first_at: OLD },
      { user_id: 3, first_at: NOW - DAY },
    ]),
    prepareRow(DB, 'sessions', {
      ...{ token_hash: 'used', user_id: 2, expires_at: NOW + DAY },
      ...{ browser: 'Firefox', system: 'Linux' },
    }),
  ]);
  await runTick(NIGHTLY);
  const alarms = await platform.env.DB.prepare('SELECT key FROM alarms ORDER BY key').all<{ key: string }>();
  expect(alarms.results.map(({ key }) => key)).toEqual(['unseen', 'young']);
  const devices = await platform.env.DB.prepare('SELECT user_id FROM known_devices ORDER BY user_id').all();
  expect(devices.results).toEqual([{ user_id: 2 }, { user_id: 3 }]);
});
