import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FULL } from '../../../tools/lib/test-sets.ts';
import { buyPlan, buyTitle } from '../../../src/features/checkout/contract.ts';
import { parseAnswer, parseFailure } from '../../support/site/api.ts';
import { FILM, PLAN, type Visitor } from '../../support/money/money.ts';
import { openShop, topUp } from '../../support/money/shop.ts';
import { addRow } from '../../support/database/rows.ts';

/** The plan with ten per cent off, toman. */
const REDUCED = 99_000;
const DAY = 24 * 60 * 60;
const { site } = await openShop();
let who: Visitor;
let codes = 0;
beforeEach(async () => {
  who = await site.visitor();
});
afterEach(async () => {
  expect(await site.books()).toEqual([]);
});

/** A new code of ten per cent with these limits. */
async function codeWith(maxUses: number, usesPerUser = 1): Promise<string> {
  const code = `CODE${String((codes += 1))}`;
  const limits = { max_uses: maxUses, uses_per_user: usesPerUser, ends_at: site.clock.now + 30 * DAY };
  await addRow(site.env.DB, 'discount_codes', { code, ...limits });
  return code;
}
const requestPlan = (discount_code: string, by = who, payment_method = 'sandbox') =>
  site.ask(buyPlan, { plan_id: PLAN.id, discount_code, payment_method }, by);
async function open(code: string, by = who) {
  const { pay_url, payment } = (await parseAnswer(buyPlan, await requestPlan(code, by))).data;
  return { id: payment.id, payUrl: pay_url ?? '', by };
}
type Page = Awaited<ReturnType<typeof open>>;
/** The visitor's own browser reports a cancelled payment; the bank's page stays as it is. */
const cancelAtGateway = async ({ id, payUrl }: Page) => {
  const token = payUrl.split('/').at(-1) ?? '';
  await site.comeBack(`https://pardeh.test/api/v1/payments/return/sandbox/${id}?token=${token}&status=cancelled`);
  expect(await site.sql('SELECT state FROM payments WHERE id = ?', id).first('state')).toBe('cancelled');
};
const settle = async ({ payUrl }: Page) => site.comeBack(await site.payAtGateway(payUrl, 'pay'));
const readPayment = async (page: Page) => site.payment(page.id, page.by);
const uses = (code: string) => site.count('discount_uses WHERE code = ?', code);
/** Payments that were sold at the price of the code. */
const sold = (code: string) =>
  site.count("payments WHERE discount_code = ? AND state = 'settled' AND problem IS NULL", code);

describe('a use of a code', () => {
  it('is not had five times by cancelling, opening again, and paying all pages', async () => {
    const code = await codeWith(1000);
    const pages: Page[] = [];
    for (let at = 0; at < 5; at += 1) {
      const page = await open(code);
      pages.push(page);
      await cancelAtGateway(page);
    }
    expect(new Set(pages.map(({ id }) => id)).size).toBe(5);
    for (const page of pages) await settle(page);
    expect([await sold(code), await uses(code)]).toEqual([1, 1]);
    expect(await readPayment(pages[0]!)).toMatchObject({ state: 'settled', problem: null });
    expect(await readPayment(pages[4]!)).toMatchObject({
      state: 'settled',
      next: 'retry',
      problem: 'discount_exhausted',
      kept_in_wallet: REDUCED,
    });
    expect(await site.wallet(who)).toBe(4 * REDUCED);
  });

  it('is taken again by a late payment while there is one', async () => {
    const code = await codeWith(1);
    const page = await open(code);
    await cancelAtGateway(page);
    expect(await uses(code)).toBe(0);
    await settle(page);
    expect(await readPayment(page)).toMatchObject({ state: 'settled', problem: null });
    expect([await uses(code), await site.wallet(who)]).toEqual([1, 0]);
  });

  it('that somebody else took meanwhile leaves the late money in the wallet, with nothing recorded for a referrer', async () => {
    const code = await codeWith(1);
    const referred = await site.visitor({ ref: 77 });
    const page = await open(code, referred);
    await cancelAtGateway(page);
    await settle(await open(code));
    await settle(page);
    expect(await readPayment(page)).toMatchObject({ problem: 'discount_exhausted', kept_in_wallet: REDUCED });
    expect(await site.sql('SELECT commission FROM payments WHERE id = ?', page.id).first('commission')).toBe(0);
    expect(await uses(code)).toBe(1);
  });

  it('is held while a page is open, for its owner only and not past the page’s time', async () => {
    const code = await codeWith(1);
    const page = await open(code);
    expect((await parseFailure(await requestPlan(code, await site.visitor()))).code).toBe('discount_invalid');
    // Another purchase of the same user, once the first page’s time is over; the cron has not been there yet.
    site.clock.now += 15 * 60 + 1;
    const film = { id: FILM.id, discount_code: code, payment_method: 'sandbox' };
    const { data } = await site.call(buyTitle, film, who);
    expect(await uses(code)).toBe(1);
    await settle(page);
    expect(await readPayment(page)).toMatchObject({ problem: 'discount_exhausted' });
    await site.comeBack(await site.payAtGateway(data.pay_url, 'pay'));
    expect([await sold(code), await uses(code)]).toEqual([1, 1]);
  });

  it('is given back when the cron expires the page', async () => {
    const code = await codeWith(1);
    await open(code);
    await site.tick(32 * 60);
    expect(await uses(code)).toBe(0);
    expect((await requestPlan(code, await site.visitor())).status).toBe(200);
  });

  it('goes from the open page to the wallet with the purchase', async () => {
    const code = await codeWith(1);
    await topUp(site, who, REDUCED);
    const page = await open(code);
    const { data } = await parseAnswer(buyPlan, await requestPlan(code, who, 'wallet'));
    expect(data.payment.state).toBe('settled');
    await settle(page);
    expect(await readPayment(page)).toMatchObject({ problem: 'superseded', kept_in_wallet: REDUCED });
    expect([await sold(code), await uses(code)]).toEqual([1, 1]);
  });

  it.each(['UPDATE discount_codes SET ends_at = 0 WHERE code = ?', 'DELETE FROM discount_codes WHERE code = ?'])(
    'that is held is honoured, one that was given back is not: %s',
    async (statement) => {
      const code = await codeWith(1000);
      const openOrder = await open(code);
      const cancelledOrder = await open(code, await site.visitor());
      await cancelAtGateway(cancelledOrder);
      await site.sql(statement, code).run();
      await settle(openOrder);
      await settle(cancelledOrder);
      expect(await readPayment(openOrder)).toMatchObject({ problem: null, kept_in_wallet: 0 });
      expect(await readPayment(cancelledOrder)).toMatchObject({
        problem: 'discount_exhausted',
        kept_in_wallet: REDUCED,
      });
    },
  );

  it('above the limits is refused by the database itself', async () => {
    const code = await codeWith(2, 1);
    const insert = (id: string, user_id: number, of = code) =>
      addRow(site.env.DB, 'discount_uses', { payment_id: `${code}-${id}`, code: of, user_id });
    await insert('a', 1);
    await expect(insert('b', 1)).rejects.toThrow('discount_exhausted');
    await insert('b', 2);
    await expect(insert('c', 3)).rejects.toThrow('discount_exhausted');
    await expect(insert('x', 1, 'GONE')).rejects.toThrow('discount_exhausted');
  });
});

describe('a code with three uses', () => {
  it('is held by three of fifty who want it at once', async () => {
    const code = await codeWith(3);
    const visitors = await Promise.all(Array.from({ length: 50 }, () => site.visitor()));
    const answers = await Promise.all(visitors.map((visitor) => requestPlan(code, visitor)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await uses(code)).toBe(3);
  });

  it('is sold to three of fifty who gave it back and pay at once', async () => {
    const code = await codeWith(3);
    const pages: Page[] = [];
    for (let at = 0; at < 50; at += 1) {
      const page = await open(code, await site.visitor());
      await cancelAtGateway(page);
      pages.push(page);
    }
    const backs = await Promise.all(pages.map(({ payUrl }) => site.payAtGateway(payUrl, 'pay')));
    await Promise.all(backs.map((back) => site.comeBack(back)));
    expect([await sold(code), await uses(code)]).toEqual([3, 3]);
    const lateCount = await site.count("payments WHERE discount_code = ? AND problem = 'discount_exhausted'", code);
    expect(lateCount).toBe(47);
  });
});

/** Events of a code, in any order; `user` and `page` are taken modulo the number of each. */
const event = fc.oneof(
  fc.record({ do: fc.constantFrom('open' as const, 'buy' as const, 'film' as const), user: fc.nat({ max: 2 }) }),
  fc.record({ do: fc.constantFrom('cancel' as const, 'pay' as const, 'return' as const), page: fc.nat({ max: 9 }) }),
  fc.record({ do: fc.constant('tick' as const), seconds: fc.constantFrom(61, 901, 1900) }),
);

it('is never used above its limits, whatever happens in whatever order', { tags: FULL, timeout: 300_000 }, async () => {
  const limits = fc.record({ max: fc.integer({ min: 1, max: 3 }), each: fc.integer({ min: 1, max: 2 }) });
  await fc.assert(
    fc.asyncProperty(limits, fc.array(fc.tuple(event, event), { maxLength: 8 }), async ({ max, each }, pairs) => {
      const code = await codeWith(max, each);
      const visitors = await Promise.all([1, 2, 3].map(() => site.visitor()));
      for (const visitor of visitors) await topUp(site, visitor, 300_000);
      const pages: { id: string; payUrl: string; back: string | null }[] = [];
      const perform = async (one: (typeof pairs)[number][number]): Promise<void> => {
        const page = 'page' in one ? pages[one.page % Math.max(1, pages.length)] : undefined;
        const visitor = 'user' in one ? visitors[one.user] : undefined;
        switch (one.do) {
          case 'open':
          case 'film':
          case 'buy': {
            const terms = { discount_code: code, payment_method: one.do === 'buy' ? 'wallet' : 'sandbox' };
            const answer =
              one.do === 'film'
                ? await site.ask(buyTitle, { id: FILM.id, ...terms }, visitor)
                : await site.ask(buyPlan, { plan_id: PLAN.id, ...terms }, visitor);
            if (answer.status !== 200) return;
            const { data } = await parseAnswer(buyPlan, answer);
            if (data.pay_url !== null) pages.push({ id: data.payment.id, payUrl: data.pay_url, back: null });
            return;
          }
          case 'cancel': {
            const token = page?.payUrl.split('/').at(-1) ?? '';
            const address = `https://pardeh.test/api/v1/payments/return/sandbox/${page?.id ?? ''}`;
            if (page) await site.comeBack(`${address}?token=${token}&status=cancelled`);
            return;
          }
          case 'pay':
            if (page) page.back = await site.payAtGateway(page.payUrl, 'pay');
            return;
          case 'return':
            if (page?.back) await site.comeBack(page.back);
            return;
          case 'tick':
            await site.tick(one.seconds);
        }
      };
      for (const pair of pairs) await Promise.all(pair.map(perform));
      await site.tick(61);
      expect(await sold(code)).toBeLessThanOrEqual(max);
      expect(await uses(code)).toBeLessThanOrEqual(max);
      for (const { id } of visitors) {
        const userPayments =
          "payments WHERE discount_code = ? AND user_id = ? AND state = 'settled' AND problem IS NULL";
        expect(await site.count(userPayments, code, id)).toBeLessThanOrEqual(each);
      }
      expect(await site.books()).toEqual([]);
    }),
    { numRuns: 20 },
  );
});
