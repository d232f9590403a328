import { describe, expect, it } from 'vitest';
import { buyTitle } from '../../../src/features/checkout/contract.ts';
import { BONUS_PLAN, FILM, PLAN } from '../../support/money/money.ts';
import { code, openRefunds, outside, part } from '../../support/money/refunding.ts';
import { topUp } from '../../support/money/shop.ts';
import { addRow } from '../../support/database/rows.ts';

const { site, refund, sumEntries, user, owned, buyDays } = await openRefunds();
const DAY = 24 * 60 * 60;

describe('a plan', () => {
  it('gives back its unused days only: what was used stays used, other plans’ days stay', async () => {
    const who = await site.visitor();
    const start = site.clock.now;
    const first = await buyDays(who, PLAN.id);
    site.clock.now += 20 * DAY;
    const second = await buyDays(who, BONUS_PLAN.id);
    site.clock.now += 9 * DAY;
    // Day 29 of 130: the first plan has one day left.
    expect(await refund(first)).toMatchObject({ ok: true, value: { lines: [{ seconds: DAY }] } });
    expect(await user(who)).toBe(start + 129 * DAY);
    site.clock.now += DAY;
    expect(await refund(second)).toMatchObject({ value: { lines: [{ seconds: 99 * DAY }] } });
    expect(await user(who)).toBe(site.clock.now);
    expect(await site.books()).toEqual([]);
  });

  it('bought later gives back all its days while an earlier one runs', async () => {
    const who = await site.visitor();
    const start = site.clock.now;
    const first = await buyDays(who, PLAN.id);
    site.clock.now += 5 * DAY;
    const second = await buyDays(who, BONUS_PLAN.id);
    expect(await refund(second)).toMatchObject({ value: { lines: [{ seconds: 100 * DAY }] } });
    expect(await user(who)).toBe(start + 30 * DAY);
    expect(await refund(first)).toMatchObject({ value: { lines: [{ seconds: 25 * DAY }] } });
    expect(await user(who)).toBe(site.clock.now);
  });

  it('keeps the days of a trial, and one that is over takes nothing', async () => {
    const trial = 7 * DAY;
    const who = await site.visitor({ subscribedUntil: site.clock.now + trial });
    const end = await user(who);
    const id = await buyDays(who, PLAN.id);
    await refund(id);
    expect(await user(who)).toBe(end);
    site.clock.now += 120;
    const other = await buyDays(who, PLAN.id);
    const until = await user(who);
    site.clock.now = until + DAY;
    expect(await refund(other)).toMatchObject({ value: { lines: [{ seconds: 0 }] } });
    expect(await user(who)).toBe(until);
  });

  it('in part loses the days that the operator names, never more than are left', async () => {
    const who = await site.visitor();
    const start = site.clock.now;
    const id = await buyDays(who, PLAN.id);
    await refund(id, part(1000));
    expect(await user(who)).toBe(start + 30 * DAY);
    await refund(id, part(1000, 0, 10));
    expect(await user(who)).toBe(start + 20 * DAY);
    await refund(id, part(1000, 0, 4000));
    expect(await user(who)).toBe(start);
    expect(await refund(id)).toMatchObject({ ok: true, value: { lines: [{ seconds: 0 }] } });
    expect(await user(who)).toBe(start);
    expect(await site.books()).toEqual([]);
  });

  it('given back in full is not renewed by direct debit, and in part it is', async () => {
    const who = await site.visitor();
    const id = await buyDays(who, PLAN.id);
    await addRow(site.env.DB, 'direct_debit_settings', { user_id: who.id });
    const renews = () => site.count('direct_debit_settings WHERE user_id = ? AND subscription = 1', who.id);
    await refund(id, part(1000));
    expect(await renews()).toBe(1);
    await refund(id);
    expect(await renews()).toBe(0);
  });
});

describe('money in the wallet', () => {
  it('of a charge leaves to the outside only, and only as much as is still there', async () => {
    const who = await site.visitor();
    await topUp(site, who, 50_000);
    const charge = (await site.sql('SELECT id FROM payments WHERE user_id = ?', who.id).first<string>('id')) ?? '';
    await site.call(buyTitle, { id: FILM.id, payment_method: 'wallet' }, who);
    expect(await site.wallet(who)).toBe(6000);
    expect(code(await refund(charge))).toBe('refund_outside_only');
    expect(code(await refund(charge, part(1)))).toBe('refund_outside_only');
    expect(code(await refund(charge, outside('W-1')))).toBe('wallet_insufficient');
    expect(code(await refund(charge, { ...outside('W-1'), ...part(6001) }))).toBe('wallet_insufficient');
    expect(code(await refund(charge, { ...outside('W-1'), ...part(6000) }))).toBe('ok');
    expect(code(await refund(charge, { ...outside('W-2'), ...part(1) }))).toBe('wallet_insufficient');
    await topUp(site, who, 50_000);
    expect(code(await refund(charge, { ...outside('W-2'), ...part(44_001) }))).toBe('refund_too_large');
    expect(code(await refund(charge, outside('W-2')))).toBe('ok');
    expect(await site.wallet(who)).toBe(6000);
    expect(await site.books()).toEqual([]);
  });

  it('that could not be delivered is paid out without a sale, and never twice at once', async () => {
    const who = await site.visitor();
    const { data: late } = await site.call(buyTitle, { id: FILM.id }, who);
    await topUp(site, who, FILM.total);
    await site.call(buyTitle, { id: FILM.id, payment_method: 'wallet' }, who);
    await site.comeBack(await site.payAtGateway(late.pay_url, 'pay'));
    const { id } = late.payment;
    expect(await site.payment(id, who)).toMatchObject({ kept_in_wallet: FILM.total });
    expect(code(await refund(id))).toBe('refund_outside_only');
    const many = await Promise.all(Array.from({ length: 20 }, (_, at) => refund(id, outside(`K-${String(at)}`))));
    expect(many.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await site.wallet(who)).toBe(0);
    expect(await owned(who)).toBe(1);
    expect([await sumEntries('vat', id), await sumEntries('outside:sandbox', id)]).toEqual([0, FILM.total]);
    expect(await site.books()).toEqual([]);
  });
});
