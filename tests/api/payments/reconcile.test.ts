import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { startBudget } from '../../../src/platform/budget.ts';
import { reconcile } from '../../../src/features/checkout/server/reconcile.ts';
import { sweepPayments } from '../../../src/features/payments/server/sweep.ts';
import { openBanks, RELAY_SECRET, type FakeBanks } from '@pardeh/money-simulator/banks/server';
import { TERMINAL } from '@pardeh/money-simulator/banks/saman';
import { MERCHANT } from '@pardeh/money-simulator/banks/zarinpal';
import { openMoney, type MoneySite } from '../../support/money/money.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';
import { addRow, addRows, prepareRows, type Row, type Table } from '../../support/database/rows.ts';
import { listen } from '../../support/site/api.ts';

const DAY = 24 * 60 * 60;
let platform: Platform;
let banks: FakeBanks;
let site: MoneySite;
const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);

beforeAll(async () => {
  [platform, banks] = await Promise.all([openPlatform(), openBanks(listen)]);
  site = openMoney(platform, {
    PAYMENT_GATEWAYS: 'saman,zarinpal,zibal',
    MANDATE_PROVIDER: '',
    PAYMENT_RELAY_BASE: banks.url,
    PAYMENT_RELAY_SECRET: RELAY_SECRET,
    SEP_TERMINAL_ID: TERMINAL,
    ZARINPAL_MERCHANT_ID: MERCHANT,
    ZIBAL_MERCHANT: 'zibal',
  });
  await site.sql('CREATE TABLE looks (payment_id TEXT, at INTEGER)').run();
  await site
    .sql(
      'CREATE TRIGGER looked AFTER UPDATE OF checked_at ON payments BEGIN INSERT INTO looks VALUES (NEW.id, NEW.checked_at); END',
    )
    .run();
});
afterAll(async () => {
  log.mockRestore();
  await Promise.all([platform.dispose(), banks.close()]);
});
beforeEach(async () => {
  banks.state.down = '';
  for (const table of ['payments', 'payment_lines', 'bank_references', 'looks', 'mandate_withdrawals']) {
    await site.sql(`DELETE FROM ${table}`).run();
  }
});

/** So many payments of a state and method, a second apart, the first one made `age` seconds ago. */
const insert = async (
  count: number,
  method: string,
  state = 'pending',
  age = 5 * 60,
  problem: string | null = null,
) => {
  const { now } = site.clock;
  const payments = Array.from({ length: count }, (_, at) => ({
    ...{ id: `${method}-${state}-${String(at)}`, purpose: 'plan', state, method, price: 10_000, total: 10_000 },
    ...{ fingerprint: `f${String(at)}`, token: `token-${method}-${state}-${String(at)}`, problem },
    ...{ created_at: now - age + (at % 60), expires_at: now - age + 900, checked_at: now - age + (at % 60) },
  }));
  const amounts = { list_price: 10_000, vat: 0, total: 10_000 };
  const lines = payments.map(({ id }) => ({ payment_id: id, kind: 'plan', item_id: 1, ...amounts }));
  const { DB } = site.env;
  await DB.batch([prepareRows(DB, 'payments', payments), prepareRows(DB, 'payment_lines', lines)]);
};
const context = () => ({
  env: site.env,
  db: openDatabase(site.env.DB),
  now: site.clock.now,
  origin: 'https://pardeh.test',
});
/** How often each payment was looked at: the least and the most. */
const looks = async () => {
  const row = await site
    .sql(
      `SELECT min(n) AS least, max(n) AS most FROM (SELECT (SELECT count(*) FROM looks WHERE payment_id = p.id) AS n
        FROM payments p)`,
    )
    .first<{ least: number; most: number }>();
  return { least: row?.least ?? 0, most: row?.most ?? 0 };
};
const always = () => true;
/** Time for so many batches. */
const allowRounds = (count: number) => {
  let clock = 0;
  return startBudget(count, () => clock++);
};

describe('reconciling', () => {
  it('goes on where it stopped: of two thousand open payments none is asked about twice before all were once', async () => {
    await insert(2000, 'saman');
    let ticks = 0;
    let least = 0;
    while (least === 0) {
      site.clock.now += 120;
      await reconcile(context(), allowRounds(300));
      ticks += 1;
      const now = await looks();
      least = now.least;
      expect(now.most - now.least).toBeLessThanOrEqual(1);
    }
    expect(ticks).toBeGreaterThan(1);
    expect(ticks).toBeLessThanOrEqual(5);
  }, 120_000);

  it('stops when its time is up, and does all there is when it is not', async () => {
    await insert(40, 'saman');
    expect(await reconcile(context(), () => false)).toBe(0);
    expect(await reconcile(context(), always)).toBe(40);
    // Asked about a moment ago.
    expect(await reconcile(context(), always)).toBe(0);
  });

  it('lets no bank that is down keep the payments of another waiting, nor its own from expiring', async () => {
    await insert(60, 'zibal');
    await insert(30, 'zarinpal');
    banks.state.down = 'zibal';
    banks.state.asked.length = 0;
    await reconcile(context(), always);
    const countRequests = (bank: string) => banks.state.asked.filter((path) => path.includes(bank)).length;
    expect(countRequests('zarinpal')).toBe(30);
    // One batch shows that it is down; the rest is left for the next tick.
    expect(countRequests('zibal')).toBeLessThan(10);
    for (let tick = 0; tick < 30; tick += 1) {
      site.clock.now += 120;
      await reconcile(context(), always);
    }
    expect(await site.count("payments WHERE method = 'zibal' AND state = 'expired'")).toBe(60);
  }, 120_000);

  it('expires payments of a gateway that is no longer configured', async () => {
    await insert(3, 'sandbox', 'pending', 3600);
    await reconcile(context(), always);
    expect(await site.count("payments WHERE state = 'expired'")).toBe(3);
  });
});

describe('the sweep of dead payments', () => {
  it('removes what came to nothing ninety days ago, with its lines, however many', async () => {
    await insert(2450, 'saman', 'expired', 91 * DAY);
    await insert(5, 'saman', 'cancelled', 91 * DAY);
    await insert(5, 'saman', 'failed', 89 * DAY);
    await sweepPayments(context());
    expect(await site.count('payments')).toBe(5);
    expect(await site.count('payment_lines')).toBe(5);
  });

  it.each([
    ['settled', null],
    ['reversed', 'amount_mismatch'],
    ['failed', 'amount_mismatch'],
    ['failed', 'reference_used'],
    ['pending', null],
    ['verifying', null],
    ['initiated', null],
    ['failed', null, 'ledger_entries', { key: 'k', amount: 1 }],
    ['failed', null, 'mandate_withdrawals', { track_id: 'token-saman-failed-0' }],
  ] as [state: string, problem: string | null, table?: Table, row?: Row][])(
    'keeps one that is %s (%s) however old: %s',
    async (state, problem, table, row) => {
      await insert(1, 'saman', state, 400 * DAY, problem);
      if (table) await addRow(site.env.DB, table, { ...row, payment_id: `saman-${state}-0` });
      await sweepPayments(context());
      expect([await site.count('payments'), await site.count('payment_lines')]).toEqual([1, 1]);
    },
  );

  it('keeps one that a bank was asked about lately, however old', async () => {
    await insert(1, 'saman', 'cancelled', 400 * DAY);
    await site.sql("UPDATE payments SET checked_at = unixepoch('2027-01-01')").run();
    await sweepPayments(context());
    expect([await site.count('payments'), await site.count('payment_lines')]).toEqual([1, 1]);
  });

  it('keeps the payment that took another’s place, and forgets references that settled nothing', async () => {
    await insert(2, 'saman', 'cancelled', 91 * DAY);
    await site
      .sql(
        "UPDATE payments SET superseded_by = 'saman-cancelled-1', created_at = ? WHERE id LIKE '%-0'",
        site.clock.now,
      )
      .run();
    await addRows(site.env.DB, 'bank_references', [
      { reference: 'kept', state: 'verified', payment_id: 'somebody', asked_at: 0 },
      { reference: 'young', state: 'verified', payment_id: null, asked_at: site.clock.now },
      { reference: 'forgotten', state: 'verified', payment_id: null, asked_at: 0 },
    ]);
    await sweepPayments(context());
    expect(await site.count('payments')).toBe(2);
    const { results } = await site.sql('SELECT reference FROM bank_references ORDER BY reference').all();
    expect(results).toEqual([{ reference: 'kept' }, { reference: 'young' }]);
  });
});
