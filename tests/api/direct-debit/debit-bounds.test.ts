import { beforeEach, describe, expect, it } from 'vitest';
import { listPayments } from '../../../src/features/payments/contract.ts';
import { COLLECT_LANES, DEBIT_KEEP_SECONDS, CHARGES_PER_STATEMENT } from '../../../src/features/payments/config.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { startBudget } from '../../../src/platform/budget.ts';
import { collect } from '../../../src/features/direct-debit/server/collect.ts';
import { ORIGIN } from '../../support/site/api.ts';
import { openDebit } from '../../support/money/debit.ts';
import { buildEpisode, SERIES, type Visitor } from '../../support/money/money.ts';
import { openWorkerdPlatform } from '../../support/site/platform.ts';
import { countRows } from '../../support/database/row-reads.ts';
import { addRows, prepareRow, buildFill, type Table } from '../../support/database/rows.ts';

const DAY = 24 * 60 * 60;
// Only D1 itself counts rows.
const { platform, vandar, site, agree } = await openDebit(openWorkerdPlatform);
const DB = platform.env.DB;

beforeEach(async () => {
  Object.assign(vandar.state, { outcome: 'DONE', mood: 'fine', tells: true, takes: null });
  await DB.batch(
    ['mandates', 'direct_debit_charges', 'direct_debit_series', 'direct_debit_settings'].map((table) =>
      DB.prepare(`DELETE FROM ${table}`),
    ),
  );
});

const createContext = (db: D1Database) => ({
  env: { ...site.env, DB: db },
  db: openDatabase(db),
  now: site.clock.now,
  origin: ORIGIN,
});

/** Followers of the series with a bank and a renewal far away, by their ids from `first` on. */
async function addFollowers(first: number, count: number): Promise<void> {
  const follow = (table: Table, columns: Record<string, string>) => DB.prepare(buildFill(table, count, columns, first));
  const owner = { id: "'m' || i", user_id: 'i', token: "'t' || i", authorization_id: "'a' || i" };
  await DB.batch([
    follow('users', { id: 'i', mobile: "'f' || i", subscribed_until: String(site.clock.now + 300 * DAY) }),
    follow('mandates', owner),
    follow('direct_debit_settings', { user_id: 'i' }),
    follow('direct_debit_series', {
      user_id: 'i',
      series_id: String(SERIES.id),
      since_release: '(SELECT max(seq) FROM episode_releases)',
    }),
  ]);
}

let next = 50_000;
async function addEpisodes(count: number): Promise<void> {
  const first = next;
  next += count;
  const episodes = Array.from({ length: count }, (_, at) => buildEpisode(first + at));
  await addRows(DB, 'titles', episodes);
}

/** Rows that D1 read and wrote for one call of `collect` with time only to note and to follow. */
async function rowsOfTick(): Promise<{ read: number; written: number }> {
  const counted = countRows(DB);
  await collect(createContext(counted.db), () => true);
  return counted.rows();
}

describe('a tick with nothing new', () => {
  it('reads no more rows for 10,000 followers of 500 episodes than for 10 of 5', { timeout: 300_000 }, async () => {
    await addEpisodes(5);
    await addFollowers(100_000, 10);
    await rowsOfTick();
    const few = await rowsOfTick();
    await DB.prepare('DELETE FROM direct_debit_series').run();
    await addEpisodes(495);
    await rowsOfTick();
    await addFollowers(200_000, 10_000);
    await rowsOfTick();
    const many = await rowsOfTick();
    console.info('rows of a tick', { few, many });
    expect(many.read).toBeLessThanOrEqual(few.read * 1.2);
    expect(many.written).toBe(0);
  });

  it('notes a release for each follower once, in parts, though a tick ends in the middle', async () => {
    await addFollowers(300_000, CHARGES_PER_STATEMENT * 2 + 7);
    await addEpisodes(1);
    const looks = (countOpen: number) => () => (countOpen -= 1) >= 0;
    const countCharges = () => site.count('direct_debit_charges');
    // Time for the renewals and for one part.
    await collect(createContext(DB), looks(2));
    expect(await countCharges()).toBe(CHARGES_PER_STATEMENT);
    await collect(createContext(DB), looks(2));
    expect(await countCharges()).toBe(CHARGES_PER_STATEMENT * 2);
    await Promise.all([collect(createContext(DB), looks(2)), collect(createContext(DB), looks(2))]);
    await collect(createContext(DB), looks(3));
    expect(await countCharges()).toBe(CHARGES_PER_STATEMENT * 2 + 7);
    await DB.prepare('DELETE FROM direct_debit_charges').run();
    await collect(createContext(DB), looks(3));
    expect(await countCharges()).toBe(0);
  });
});

describe('a budget of time', () => {
  it('ends a tick at its deadline, and the next one continues where it ended', async () => {
    const visitors: Visitor[] = [];
    for (let at = 0; at < COLLECT_LANES * 2; at += 1) {
      const who = await site.visitor({ subscribedUntil: site.clock.now + 3600 });
      await agree(who, { subscription: true });
      visitors.push(who);
    }
    let clock = 0;
    // Each look at the clock is ten seconds later.
    const hasTime = startBudget(40, () => (clock += 10));
    await collect(createContext(DB), hasTime);
    const collected = async () => {
      const all = await Promise.all(visitors.map((who) => site.call(listPayments, {}, who)));
      return all.filter(({ meta }) => meta.total > 0).length;
    };
    const first = await collected();
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(visitors.length);
    await collect(createContext(DB), () => true);
    expect(await collected()).toBe(visitors.length);
  });

  it('is not spent on those whose provider does not answer: they come after the others', async () => {
    const slow = await site.visitor({ subscribedUntil: site.clock.now + 3600 });
    await agree(slow, { subscription: true });
    vandar.state.mood = 'loses the answer';
    await site.tick(120);
    vandar.state.mood = 'html';
    await site.tick(120);
    const quick = await site.visitor({ subscribedUntil: site.clock.now + 3600 });
    vandar.state.mood = 'fine';
    await agree(quick, { subscription: true });
    let looks = 0;
    await collect(createContext(DB), () => (looks += 1) <= 4);
    expect((await site.call(listPayments, {}, quick)).data.map(({ state }) => state)).toEqual(['settled']);
    expect(
      [...vandar.book.withdrawals.keys()].filter((id) => id.startsWith(`renewal:${String(slow.id)}:`)),
    ).toHaveLength(1);
  });
});

it('what is over is swept after 90 days, and not before', async () => {
  const old = site.clock.now;
  const charge = { user_id: 1, attempts: 1, stop_after: 3, created_at: old };
  await DB.batch([
    prepareRow(DB, 'direct_debit_charges', { key: 'k1', state: 'done', ...charge }),
    prepareRow(DB, 'direct_debit_charges', { key: 'k2', state: 'held', ...charge }),
    prepareRow(DB, 'mandate_withdrawals', { track_id: 'w1', payment_id: 'p', requested_at: old }),
    prepareRow(DB, 'sandbox_withdrawals', { track_id: 's1', authorization_id: 'a', created_at: old }),
  ]);
  const countOpen = async () =>
    Promise.all([
      site.count("direct_debit_charges WHERE key IN ('k1', 'k2')"),
      site.count("mandate_withdrawals WHERE track_id = 'w1'"),
      site.count("sandbox_withdrawals WHERE track_id = 's1'"),
    ]);
  await site.tick(DEBIT_KEEP_SECONDS - 1);
  expect(await countOpen()).toEqual([2, 1, 1]);
  await site.tick(1);
  // A debit that a person has to look at stays.
  expect(await countOpen()).toEqual([1, 0, 0]);
});
