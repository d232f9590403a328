import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cancelAccount } from '../../../src/features/personal-data/contract.ts';
import { buyCart, buyTitle } from '../../../src/features/checkout/contract.ts';
import { computeVatShare } from '../../../src/features/payments/refund.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { failing } from '../../support/faults/failing-d1.ts';
import { DOWNLOADS, FILM, SCREENED } from '../../support/money/money.ts';
import { code, openRefunds, outside, part } from '../../support/money/refunding.ts';
import { topUp } from '../../support/money/shop.ts';
import { addRow } from '../../support/database/rows.ts';

const { platform, site, refund, correct, sumEntries, owned, buyFilm } = await openRefunds();

describe('a full refund', () => {
  it('of a film to the wallet leaves no sale, no VAT and no film, and the row of the purchase', async () => {
    const { who, id } = await buyFilm();
    const before = await site.wallet(who);
    expect(await refund(id)).toMatchObject({ ok: true, value: { toman: FILM.total, vat: 4000 } });
    expect(await site.wallet(who)).toBe(before + FILM.total);
    expect([await sumEntries('sales:title', id), await sumEntries('vat', id)]).toEqual([0, 0]);
    expect(await owned(who)).toBe(0);
    expect(await site.count('purchases WHERE payment_id = ?', id)).toBe(1);
    expect(await site.books()).toEqual([]);
  });

  it('to the outside names the bank’s number and leaves the wallet as it was', async () => {
    const { who, id } = await buyFilm();
    const before = await site.wallet(who);
    expect(code(await refund(id, outside('T-1')))).toBe('ok');
    expect(await site.wallet(who)).toBe(before);
    expect(await sumEntries('outside:wallet', id)).toBe(FILM.total);
    expect(await site.books()).toEqual([]);
  });

  it('lets the film be bought again, and that purchase is its own', async () => {
    const { who, id } = await buyFilm();
    await refund(id);
    site.clock.now += 120;
    const secondId = (await site.call(buyTitle, { id: FILM.id, payment_method: 'wallet' }, who)).data.payment.id;
    expect(secondId).not.toBe(id);
    expect(await owned(who)).toBe(1);
    expect(code(await refund(id))).toBe('refund_too_large');
    expect(await owned(who)).toBe(1);
  });

  it('ends a ticket and each download of a cart, and nothing else', async () => {
    const who = await site.visitor();
    await topUp(site, who, 300_000);
    const ticket = (await site.call(buyTitle, { id: SCREENED.id, payment_method: 'wallet' }, who)).data.payment.id;
    const items = DOWNLOADS.map(({ id }) => id);
    const cart = (await site.call(buyCart, { items, payment_method: 'wallet' }, who)).data.payment.id;
    expect(await owned(who)).toBe(3);
    expect(code(await refund(ticket))).toBe('ok');
    expect(await owned(who)).toBe(2);
    expect(code(await refund(cart, part(DOWNLOADS[1]!.toman * 1.1, 1)))).toBe('ok');
    expect(await owned(who)).toBe(1);
    expect(code(await refund(cart))).toBe('ok');
    expect(await owned(who)).toBe(0);
    expect(await site.books()).toEqual([]);
  });

  it('of an erased account goes outside only: nobody opens its wallet any more', async () => {
    const { who, id } = await buyFilm();
    const { erase_at: eraseAt } = (await site.call(cancelAccount, { confirm: true }, who)).data;
    const { now } = site.clock;
    site.clock.now = eraseAt;
    await site.tick();
    const before = await site.wallet(who);
    expect(code(await refund(id))).toBe('refund_outside_only');
    expect(code(await refund(id, outside('T-erased')))).toBe('ok');
    expect(await site.wallet(who)).toBe(before);
    expect(await site.books()).toEqual([]);
    site.clock.now = now;
  });

  it('is not given for what is not settled, unknown or given back already', async () => {
    const who = await site.visitor();
    const { data } = await site.call(buyTitle, { id: FILM.id }, who);
    expect(code(await refund(data.payment.id))).toBe('refund_not_settled');
    expect(code(await refund('0'.repeat(20)))).toBe('payment_unknown');
    await site.comeBack(await site.payAtGateway(data.pay_url, 'pay'));
    expect(code(await refund(data.payment.id))).toBe('ok');
    expect(code(await refund(data.payment.id))).toBe('refund_too_large');
  });
});

describe('any parts of a refund', () => {
  it('sum to exactly the sale and its VAT, in whatever parts', () => {
    const line = fc.integer({ min: 1, max: 50_000_000 }).chain((total) =>
      fc.record({
        total: fc.constant(total),
        vat: fc.integer({ min: 0, max: total }),
        parts: fc.array(fc.nat(total), { maxLength: 9 }),
      }),
    );
    fc.assert(
      fc.property(line, ({ total, vat, parts }) => {
        const ends = [...parts.sort((a, b) => a - b), total];
        let before = 0;
        let sum = 0;
        for (const end of ends) {
          const share = computeVatShare(end, { total, vat }) - computeVatShare(before, { total, vat });
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(end - before);
          sum += share;
          before = end;
        }
        expect(sum).toBe(vat);
      }),
    );
  });

  it('leave sales and VAT at exactly zero in the books', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: FILM.total }), { maxLength: 6 }), async (amounts) => {
        const { who, id } = await buyFilm();
        const before = await site.wallet(who);
        let refundSum = 0;
        for (const amount of amounts) {
          const isLeft = refundSum + amount <= FILM.total;
          expect(code(await refund(id, part(amount)))).toBe(isLeft ? 'ok' : 'refund_too_large');
          if (isLeft) refundSum += amount;
          expect(await sumEntries('vat', id)).toBe(4000 - computeVatShare(refundSum, { total: FILM.total, vat: 4000 }));
          expect(await owned(who)).toBe(refundSum === FILM.total ? 0 : 1);
        }
        if (refundSum < FILM.total) expect(code(await refund(id))).toBe('ok');
        expect([await sumEntries('sales:title', id), await sumEntries('vat', id)]).toEqual([0, 0]);
        expect(await site.wallet(who)).toBe(before + FILM.total);
      }),
      { numRuns: 8 },
    );
    expect(await site.books()).toEqual([]);
  });

  it('are refused where they are no whole toman above zero, or of a line that is not there or named twice', async () => {
    const { id } = await buyFilm();
    for (const toman of [0, -1, FILM.total + 1]) expect(code(await refund(id, part(toman)))).toBe('refund_too_large');
    expect(code(await refund(id, part(1, 7)))).toBe('invalid_input');
    expect(code(await refund(id, { lines: [...part(1).lines, ...part(1).lines] }))).toBe('invalid_input');
    expect((await refund(id, part(0.5)).catch(() => ({ ok: false }))).ok).toBe(false);
    expect(await site.count('refunds WHERE payment_id = ?', id)).toBe(0);
  });
});

describe('the same refund', () => {
  it('by one key happens once, one after the other and fifty times at once', async () => {
    const { who, id } = await buyFilm();
    const before = await site.wallet(who);
    const many = await Promise.all(Array.from({ length: 50 }, () => refund(id, { key: 'same', ...part(1000) })));
    expect(new Set(many.map((one) => (one.ok ? one.value.id : one.code))).size).toBe(1);
    expect(code(await refund(id, { key: 'same', ...part(1000) }))).toBe('ok');
    expect(await site.wallet(who)).toBe(before + 1000);
    expect(code(await refund(id, { key: 'same', ...part(1001) }))).toBe('key_used');
    expect(await site.books()).toEqual([]);
  });

  it('by fifty keys at once gives back no more than was paid', async () => {
    const { who, id } = await buyFilm();
    const before = await site.wallet(who);
    const many = await Promise.all(Array.from({ length: 50 }, () => refund(id, part(10_000))));
    expect(many.filter(({ ok }) => ok)).toHaveLength(4);
    expect(new Set(many.filter(({ ok }) => !ok).map(code))).toEqual(new Set(['refund_too_large']));
    expect(await site.wallet(who)).toBe(before + 40_000);
    expect(await site.books()).toEqual([]);
  });

  it.each(['once', 'answer lost'] as const)('whose batch fails (%s) happens once', async (batch) => {
    const { who, id } = await buyFilm();
    const before = await site.wallet(who);
    const broken = openDatabase(failing(platform.env.DB, { batch }));
    expect(code(await refund(id, outside(`T-${batch}`), broken))).toBe('ok');
    expect(await site.wallet(who)).toBe(before);
    expect(await site.books()).toEqual([]);
  });

  it('of two of three lines go outside by one tracking number', async () => {
    const who = await site.visitor();
    await topUp(site, who, 200_000);
    await addRow(site.env.DB, 'downloads', { id: 903, title_id: 40, quality: '720p', bytes: 9, toman: 10_000 });
    const items = [...DOWNLOADS.map(({ id }) => id), 903];
    const { id } = (await site.call(buyCart, { items, payment_method: 'wallet' }, who)).data.payment;
    const lines = [
      { line: 0, toman: 5500, days: 0 },
      { line: 2, toman: 1100, days: 0 },
    ];
    expect(code(await refund(id, { ...outside('T-two'), lines }))).toBe('ok');
    expect(await sumEntries('outside:wallet', id)).toBe(6600);
    expect((await site.payment(id, who)).refunds).toMatchObject([
      { tracking: 'T-two', toman: 6600, vat: 600, lines: [{ line: 0 }, { line: 2 }] },
    ]);
    expect(code(await refund(id, { ...outside('T-two'), lines: [{ line: 1, toman: 100, days: 0 }] }))).not.toBe('ok');
    expect(await site.books()).toEqual([]);
  });

  it('with a tracking number of another is refused whole', async () => {
    const [one, other] = [await buyFilm(), await buyFilm()];
    expect(code(await refund(one.id, outside('T-first')))).toBe('ok');
    expect(code(await refund(other.id, outside('T-first')))).toBe('tracking_used');
    expect(await owned(other.who)).toBe(1);
    expect(code(await refund(other.id, { destination: 'outside', tracking: null }))).toBe('tracking_invalid');
    expect(code(await refund(other.id, { destination: 'wallet', tracking: 'T-2' }))).toBe('tracking_invalid');
  });
});

describe('a correction', () => {
  it('moves money once for each key, and a repeat for something else is refused', async () => {
    const who = await site.visitor();
    const request = { key: 'corr', from: 'bank:saman', to: `wallet:${String(who.id)}`, toman: 5000, tracking: 'C-1' };
    const many = await Promise.all(Array.from({ length: 50 }, () => correct(request)));
    expect(many.every(({ ok }) => ok)).toBe(true);
    expect(await site.wallet(who)).toBe(5000);
    expect(code(await correct({ ...request, toman: 5001 }))).toBe('key_used');
    expect(code(await correct({ ...request, key: 'corr-2' }))).toBe('tracking_used');
    expect(await site.books()).toEqual([]);
  });

  it('takes no wallet below zero, fifty at once', async () => {
    const who = await site.visitor();
    await topUp(site, who, 10_000);
    const from = `wallet:${String(who.id)}`;
    const many = await Promise.all(
      Array.from({ length: 50 }, () => correct({ from, to: 'outside:saman', toman: 4000 })),
    );
    expect(many.filter(({ ok }) => ok)).toHaveLength(2);
    expect(await site.wallet(who)).toBe(2000);
    expect(await site.books()).toEqual([]);
  });

  it('knows its accounts, users and payments', async () => {
    for (const to of [
      'wallet:0',
      'wallet:1e3',
      'wallet:999999',
      'wallet:',
      'bank:melli',
      'sales:popcorn',
      'VAT',
      "vat' --",
    ]) {
      expect(code(await correct({ to })), to).toBe('account_invalid');
    }
    expect(code(await correct({ from: 'vat', to: 'vat' }))).toBe('account_invalid');
    expect(code(await correct({ payment_id: 'nope' }))).toBe('payment_unknown');
  });
});

it('cannot be changed or removed in the database', async () => {
  const { id } = await buyFilm();
  await refund(id);
  for (const text of [
    'UPDATE refunds SET tracking = NULL, applied_at = 1',
    'UPDATE refund_lines SET toman = 1',
    'DELETE FROM refunds',
    'DELETE FROM refund_lines',
    'UPDATE corrections SET toman = 1',
    'DELETE FROM corrections',
  ]) {
    await expect(site.sql(text).run(), text).rejects.toThrow('append_only');
  }
});

describe('the books', () => {
  const addEntry = (key: string, event: string, account: string, amount: number, payment_id: string) =>
    addRow(site.env.DB, 'ledger_entries', { key, event, account, amount, payment_id });
  const rules = async () => [...new Set((await site.books()).map((finding) => finding.split(':')[0]))];

  it('find a refund without its legs, legs without a refund, an unknown event and an entitlement that did not end', async () => {
    const { id, who } = await buyFilm();
    await refund(id);
    await site.sql('UPDATE purchases SET ends_at = NULL WHERE payment_id = ?', id).run();
    expect(await rules()).toEqual(['what is given back in full has ended']);
    await site.sql('UPDATE purchases SET ends_at = 1 WHERE payment_id = ?', id).run();
    const other = await buyFilm();
    await addRow(site.env.DB, 'refunds', { id: 'x', key: 'xk', payment_id: other.id, applied_at: 1 });
    await addRow(site.env.DB, 'refund_lines', { refund_id: 'x', payment_id: other.id, toman: 100, vat: 9 });
    expect(await rules()).toEqual(['a refund has exactly its legs']);
    const leg = (name: string, account: string, amount: number) =>
      addEntry(`refund:x:0:${name}`, 'refund:x', account, amount, other.id);
    await leg('wallet', `wallet:${String(other.who.id)}`, 100);
    await leg('sales', 'sales:title', -91);
    await leg('vat', 'vat', -9);
    expect(await rules()).toEqual([]);
    await addEntry('gift:1:a', 'gift:1', 'vat', 5, id);
    await addEntry('gift:1:b', 'gift:1', `wallet:${String(who.id)}`, -5, id);
    expect(await rules()).toEqual(['every event is of a declared kind']);
  });
});
