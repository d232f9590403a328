import { afterAll, beforeAll, expect, it } from 'vitest';
import { NIGHTLY, runCron } from '../../../src/app/cron.ts';
import { openPlatform, type Platform } from '../../support/platform.ts';

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

const fill = (count: number, insert: string) =>
  platform.env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${String(count)}) ${insert} FROM n`,
  ).run();
const count = async (table: string) => {
  const row = await platform.env.DB.prepare(`SELECT count(*) AS rows FROM ${table}`).first<{ rows: number }>();
  return row?.rows;
};
const runTick = (cron: string) => runCron(platform.env, cron, () => NOW);

it('one tick removes what 100 logins and 40 plays a second have left, and nothing that is in use', async () => {
  const time = String(OLD);
  await fill(
    LOGINS,
    `INSERT INTO sessions (token_hash, user_id, created_at, expires_at) SELECT 's' || i, i, 1, ${time}`,
  );
  await fill(
    LOGINS,
    `INSERT INTO login_codes (mobile, asker, code_hash, tries_left, expires_at) SELECT '09' || i, 'a', 'h', 3, ${time}`,
  );
  await fill(LOGINS, `INSERT INTO login_devices (mobile, asker, seen_at) SELECT '09' || i, 'a', ${time}`);
  await fill(LOGINS * BUDGETS_PER_LOGIN, `INSERT INTO rate_limits (key, full_at) SELECT 'k' || i, ${time}`);
  await fill(PLAYS, `INSERT INTO plays (title_id, viewer, day, counted) SELECT i % 50, 'v' || i, 1, 1`);
  await fill(
    PLAYS,
    `INSERT INTO streams (id, user_id, item, browser, system, began_at, ends_at) SELECT 'i' || i, i, 't1', '', '', 1, ${time}`,
  );
  const live = [
    `INSERT INTO sessions (token_hash, user_id, created_at, expires_at) VALUES ('live', 1, 1, ${String(NOW + DAY)})`,
    `INSERT INTO rate_limits (key, full_at) VALUES ('live', ${String(NOW + 60)})`,
    `INSERT INTO plays (title_id, viewer, day, counted) VALUES (1, 'live', ${String(Math.floor(NOW / DAY))}, 1)`,
  ];
  await platform.env.DB.batch(live.map((insert) => platform.env.DB.prepare(insert)));
  await runTick('*/2 * * * *');
  const tables = ['sessions', 'login_codes', 'login_devices', 'rate_limits', 'plays', 'streams'];
  expect(await Promise.all(tables.map(count))).toEqual([1, 0, 0, 1, 1, 0]);
});

it('a night removes alarms that were seen a year ago, and devices that no session names any more', async () => {
  const alarm = (key: string, at: number, seen: string) =>
    `INSERT INTO alarms (key, kind, text, created_at, next_try_at, seen_at) VALUES ('${key}', 'books', '', ${String(at)}, 0, ${seen})`;
  const device = (user: number, at: number) =>
    `INSERT INTO known_devices (user_id, browser, system, first_at) VALUES (${String(user)}, 'Firefox', 'Linux', ${String(at)})`;
  const inserts = [
    ...[alarm('seen', OLD, '1'), alarm('unseen', OLD, 'NULL'), alarm('young', NOW - DAY, '1')],
    ...[device(1, OLD), device(2, OLD), device(3, NOW - DAY)],
    `INSERT INTO sessions (token_hash, user_id, created_at, expires_at, browser, system)
      VALUES ('used', 2, 1, ${String(NOW + DAY)}, 'Firefox', 'Linux')`,
  ];
  await platform.env.DB.batch(inserts.map((insert) => platform.env.DB.prepare(insert)));
  await runTick(NIGHTLY);
  const alarms = await platform.env.DB.prepare('SELECT key FROM alarms ORDER BY key').all<{ key: string }>();
  expect(alarms.results.map(({ key }) => key)).toEqual(['unseen', 'young']);
  const devices = await platform.env.DB.prepare('SELECT user_id FROM known_devices ORDER BY user_id').all();
  expect(devices.results).toEqual([{ user_id: 2 }, { user_id: 3 }]);
});
