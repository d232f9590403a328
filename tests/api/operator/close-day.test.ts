import { expect, it } from 'vitest';
import { closeDay, getDayBook } from '../../../src/features/operator/books-contract.ts';
import { correctLedger } from '../../../src/features/operator/contract.ts';
import { verifyClosings } from '../../../src/features/operator/server/close-day.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { tehranDate, tehranDayEnd, tehranMidnight } from '../../../src/platform/text/tehran-week.ts';
import { addRow } from '../../support/database/rows.ts';
import { openMoney } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { openStaff } from '../../support/money/staff.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const ROOT = 'd'.repeat(40);
const site = openMoney(platform, { OPERATOR_TOKEN: `root:${ROOT}`, MEDIA_SIGNING_KEY: 'k'.repeat(43) });
const root = { id: 0, mobile: '', token: ROOT };
const { join, open } = openStaff(site, root);
const db = openDatabase(platform.env.DB);
const HOUR = 60 * 60;
const finance = await join('finance');
const other = await join('finance');

const ask = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const response = await site.ask(call, input, who);
  if (response.status === 200) return 'done';
  const { status, code } = await parseFailure(response);
  return `${String(status)} ${code}`;
};
const read = async (day: string) => (await site.call(getDayBook, { day }, finance)).data;
let keys = 0;
async function correct() {
  keys += 1;
  const move = { key: `close-day-${String(keys)}`, from: 'vat', to: 'suspense', toman: 10, reason: 'a test' };
  await site.call(correctLedger, move, root);
}

/** A day with so many corrections, and the clock an hour after its end. */
async function passDay(corrections: number): Promise<string> {
  const day = tehranDate(tehranDayEnd(tehranDate(site.clock.now)));
  site.clock.now = tehranMidnight(day) + 12 * HOUR;
  for (let count = 0; count < corrections; count += 1) await correct();
  site.clock.now = tehranDayEnd(day) + HOUR;
  await open(finance);
  return day;
}

it('is closed once, after its end, as it was shown, and the book says by whom', async () => {
  const day = tehranDate(site.clock.now);
  await open(finance);
  await correct();
  const { length } = (await read(day)).sums;
  expect(await ask(closeDay, { day, entries: length }, finance)).toBe('409 books_open');
  site.clock.now = tehranDayEnd(day) + 599;
  await open(finance);
  site.clock.now = tehranDayEnd(day) + 599;
  expect(await ask(closeDay, { day, entries: 2 }, finance)).toBe('409 books_open');
  site.clock.now += HOUR;
  await open(finance);
  expect(await ask(closeDay, { day, entries: 1 }, finance)).toBe('409 books_stale');
  const { data } = await site.call(closeDay, { day, entries: 2 }, finance);
  expect(data.closing).toMatchObject({ by: `person:${finance.name}`, at: site.clock.now, entries: 2, late: 0 });
  // The answer was lost: the same press again; another member finds it closed.
  expect((await site.call(closeDay, { day, entries: 2 }, finance)).data.closing).toEqual(data.closing);
  await open(other);
  expect(await ask(closeDay, { day, entries: 2 }, other)).toBe('409 books_closed');
  const row = await site.sql("SELECT * FROM operator_audit WHERE action = 'closeDay' AND after IS NOT NULL").first();
  expect(row).toMatchObject({ subject: day, permission: 'books.close', status: 200 });
  await open(finance);
  await correct();
  expect((await read(day)).closing).toEqual(data.closing);
  expect((await read(tehranDate(site.clock.now))).sums[0]).toMatchObject({ entries: 1 });
  for (const text of ['UPDATE day_closings SET entries = 9', 'DELETE FROM day_closings'])
    await expect(site.sql(text).run(), text).rejects.toThrow('closing_append_only');
});

it('is closed by one of twenty presses, and days that are closed at one moment are chained', async () => {
  const [first, second] = [await passDay(1), await passDay(2)];
  await open(other);
  const presses = Array.from({ length: 20 }, (_, at) => {
    const [day, entries] = at % 2 === 0 ? [first, 2] : [second, 4];
    return ask(closeDay, { day, entries }, at % 4 < 2 ? finance : other);
  });
  for (const answer of await Promise.all(presses)) expect(answer).toMatch(/^(done|409 books_closed)$/);
  expect(await site.count('day_closings WHERE day IN (?, ?)', first, second)).toBe(2);
  expect(await verifyClosings({ db, now: site.clock.now })).toEqual([]);
});

it('is not closed out of balance, by another role, without a fresh code, or with a day that is none', async () => {
  const day = await passDay(0);
  const stray = { key: 'stray', event: 'correction:stray', account: 'suspense', amount: 7, payment_id: '' };
  await addRow(site.env.DB, 'ledger_entries', { ...stray, created_at: tehranMidnight(day) + 5 });
  expect(await ask(closeDay, { day, entries: 1 }, finance)).toBe('409 books_unbalanced');
  for (const role of ['viewer', 'support', 'editor', 'moderator'] as const)
    expect(await ask(closeDay, { day, entries: 0 }, await join(role)), role).toBe('403 operator_role');
  const empty = await passDay(0);
  for (const wrong of ['2026-02-30', 'x', "2026-01-01' OR 1"])
    expect(await ask(closeDay, { day: wrong, entries: 0 }, finance), wrong).toBe('422 invalid_input');
  site.clock.now += 601;
  expect(await ask(closeDay, { day: empty, entries: 0 }, finance)).toBe('403 staff_confirm');
});

it('names a later entry of a closed day, and a closing that was changed', async () => {
  const day = await passDay(1);
  await site.call(closeDay, { day, entries: 2 }, finance);
  const late = { key: 'late', event: 'correction:late', account: 'suspense', amount: 7, payment_id: '' };
  await addRow(site.env.DB, 'ledger_entries', { ...late, created_at: tehranMidnight(day) + 5 });
  expect((await read(day)).closing).toMatchObject({ entries: 2, late: 1 });
  expect(await verifyClosings({ db, now: site.clock.now })).toEqual([`closed day ${day} has 1 later entries`]);
  await site.sql('DROP TRIGGER day_closings_no_update').run();
  await site.sql("UPDATE day_closings SET sums = '[]' WHERE day = ?", day).run();
  expect(await verifyClosings({ db, now: site.clock.now })).toContain(`closing of ${day} is not as it was written`);
});
