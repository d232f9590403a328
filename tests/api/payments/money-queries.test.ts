import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCart } from '../../../src/features/paywall/contract.ts';
import { listDownloads } from '../../../src/features/downloads/contract.ts';
import { buySubscription, getSubscriptions } from '../../../src/features/direct-debit/contract.ts';
import { getWallet, listPayments } from '../../../src/features/payments/contract.ts';
import {
  buyCart,
  buyPlan,
  buyTitle,
  chargeWallet,
  checkPayment,
  getQuote,
} from '../../../src/features/checkout/contract.ts';
import { DOWNLOADS, FILM, openMoney, PLAN, sell, SERIES } from '../../support/money/money.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';
import { countStatements } from '../../support/database/statements.ts';

/** Tables that may be scanned, with the reason, by the name of the table or of its alias in the statement. */
const SMALL: Record<string, string> = {
  plans: 'a handful',
  channels: 'tens, which an operator makes',
  // The cron's own walks, each along a partial index that holds only what is open or turned on.
  day_sums: 'the reports of one day, by network and bucket',
  leg: 'three legs of an entry, from JSON',
  json_each: 'a list that came along',
  names_waiting: 'names that changed since the last tick, by their key, 200 at once',
};

let platform: Platform;
beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.dispose());

test('no statement of money, reading or writing, walks through a table that grows', async () => {
  const recorded = countStatements(platform.env);
  const site = openMoney(platform, { DB: recorded.env.DB });
  await sell(platform.env.DB, site.clock.now);
  const who = await site.visitor({ subscribedUntil: site.clock.now + 3600 });
  const charged = await site.call(chargeWallet, { amount: 900_000 }, who);
  await site.comeBack(await site.payAtGateway(charged.data.pay_url, 'pay'));
  const open = await site.call(chargeWallet, { amount: 10_000 }, who);
  site.clock.now += 5;
  await site.call(checkPayment, { id: open.data.payment_id }, who);
  const items = DOWNLOADS.map(({ id }) => id);
  await site.call(getQuote, { purpose: 'plan', id: PLAN.id, discount_code: 'TEN' }, who);
  for (const [call, wish] of [
    [buyPlan, { plan_id: PLAN.id, discount_code: 'TEN' }],
    [buyTitle, { id: 30 }],
    [buyTitle, { id: 30 }],
    [buyCart, { items }],
    [buyCart, { items }],
  ] as const) {
    await site.call(call, { ...wish, payment_method: 'wallet' }, who);
  }
  await site.call(getQuote, { purpose: 'cart', items: [...items, 1] }, who).catch(() => null);
  await site.call(getCart, { id: SERIES.id, type: 'series' }, who);
  await site.call(listDownloads, {}, who);
  const { data } = await site.call(buySubscription, { subscription: true, series: [SERIES.id] }, who);
  await site.comeBack(await site.payAtGateway(data.pay_url, 'pay'));
  await site.sql('UPDATE users SET subscribed_until = ? WHERE id = ?', site.clock.now + 3600, who.id).run();
  for (const call of [getWallet, listPayments, getSubscriptions]) await site.call(call, {}, who);
  await site.ask(buyTitle, { id: FILM.id, payment_method: 'direct_debit' }, who);
  await site.tick(120);
  await site.tick(120);
  const statements = recorded
    .statements()
    .filter((sql) => !/^(INSERT INTO (users|sessions) |SELECT id FROM users)/.test(sql));
  expect(statements.length).toBeGreaterThan(40);
  const scans: string[] = [];
  for (const sql of statements.filter((text) => /^\s*(select|with|insert|update|delete)/i.test(text))) {
    const steps = await explainQuery(sql);
    // A subquery has its own steps, which say what it walks through.
    const parts = new Set(steps.map((step) => /^(?:CO-ROUTINE|MATERIALIZE) (.+)$/.exec(step)?.[1] ?? ''));
    for (const step of steps) if (isWalk(step, parts)) scans.push(`${step}\n    in ${sql}`);
  }
  expect(scans).toEqual([]);
});

async function explainQuery(sql: string): Promise<string[]> {
  const values = Array.from({ length: sql.split('?').length - 1 }, () => '1');
  const { results } = await platform.env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...values)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail);
}

function isWalk(step: string, parts: ReadonlySet<string>): boolean {
  const [, table = '', rest = ''] = /^SCAN (\S+)(.*)$/.exec(step) ?? [];
  return (
    table !== '' &&
    table !== 'CONSTANT' &&
    !/USING (COVERING )?INDEX|VIRTUAL TABLE/.test(rest) &&
    !(table in SMALL) &&
    !parts.has(table)
  );
}
