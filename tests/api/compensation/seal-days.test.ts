import { expect, it } from 'vitest';
import { extendAccount, undoDays } from '../../../src/features/operator/accounts-contract.ts';
import { getDayBook } from '../../../src/features/operator/books-contract.ts';
import { sealDays, verifyDays } from '../../../src/features/operator/server/seal-days.ts';
import * as desk from '../../../src/features/compensation/desk-contract.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { tehranDate } from '../../../src/platform/text/tehran-week.ts';
import { openMoney, type Visitor } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';

const { platform } = await openShop();
const ROOT = 'd'.repeat(40);
const site = openMoney(platform, { OPERATOR_TOKEN: `root:${ROOT}`, MEDIA_SIGNING_KEY: 'k'.repeat(43) });
const root = { id: 0, mobile: '', token: ROOT };
const db = openDatabase(platform.env.DB);
const HOUR = 60 * 60;
const run = async () => {
  const context = { db, now: site.clock.now };
  await sealDays(context);
  return verifyDays(context);
};
let keys = 0;
async function give({ id }: Visitor, days: number) {
  keys += 1;
  return (await site.call(extendAccount, { id, key: `seal-days-${String(keys)}`, days, reason: 'a test' }, root)).data;
}

it('days of persons, cases and undos are in the day’s book, sealed in their order, and a change is named', async () => {
  const [who, second] = [await site.visitor(), await site.visitor()];
  await give(who, 3);
  await give(second, 4);
  const gift = await give(second, 20);
  await site.call(undoDays, { id: second.id, compensation: gift.id, reason: 'a test' }, root);
  site.clock.now += 600;
  const { now } = site.clock;
  const fault = { kind: 'subscription', subject: 0, from: now - 300, until: now };
  const wanted = { key: 'seal-days-case', ...fault, days: 2, reason: 'an outage' };
  const { data: made } = await site.call(desk.proposeCompensation, wanted, root);
  await site.call(desk.approveCompensation, { id: made.id, days: 2, people: made.people ?? 0 }, root);
  const { data: book } = await site.call(getDayBook, { day: tehranDate(now) }, root);
  expect(book.days).toEqual([
    { source: 'case', accounts: 2, days: 4 },
    { source: 'person', accounts: 3, days: 27 },
    { source: 'undo', accounts: 1, days: 20 },
  ]);

  expect(await run()).toEqual([]);
  expect(await site.count('day_seals')).toBe(0);
  site.clock.now += 2 * HOUR;
  await Promise.all([run(), run()]);
  expect(await run()).toEqual([]);
  expect(await site.count('day_seals')).toBe(1);
  await give(who, 1);
  site.clock.now += 2 * HOUR;
  expect(await run()).toEqual([]);
  expect(await site.count('day_seals')).toBe(2);

  for (const text of ['UPDATE day_seals SET hash = 1', 'DELETE FROM day_seals'])
    await expect(site.sql(text).run(), text).rejects.toThrow('seal_append_only');
  await site.sql('DROP TRIGGER compensations_no_update').run();
  await site.sql('UPDATE compensations SET days = 30 WHERE user_id = ? AND days = 3', who.id).run();
  expect(await run()).toEqual(expect.arrayContaining(['given days: seal 1 is broken', 'given days: row 1 is wrong']));
  await site.sql('UPDATE compensations SET days = 3 WHERE user_id = ? AND days = 30', who.id).run();
  expect(await run()).toEqual([]);
  await site.sql('DROP TRIGGER compensations_no_delete').run();
  await site.sql('DELETE FROM compensations WHERE case_id IS NOT NULL AND user_id = ?', who.id).run();
  expect(await run()).toEqual(['given days: seal 1 is broken']);
});
