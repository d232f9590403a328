import { afterEach, describe, expect, it } from 'vitest';
import { buyGift, buyPlan, getQuote } from '../../../src/features/checkout/contract.ts';
import { buySubscription } from '../../../src/features/direct-debit/contract.ts';
import { getGift, listGifts, redeemGift } from '../../../src/features/gifts/contract.ts';
import { buildRenewalOrder } from '../../../src/features/direct-debit/server/renewal-plan.ts';
import { rehearseRefund } from '../../../src/features/payments/server/refunds/refund.ts';
import { failing } from '../../support/faults/failing-d1.ts';
import { openGifts } from '../../support/money/gifts.ts';
import { BONUS_PLAN, openMoney, PLAN } from '../../support/money/money.ts';
import { code as codeOf, outside, part } from '../../support/money/refunding.ts';
import { topUp } from '../../support/money/shop.ts';

const { platform, site, db, refund, sumEntries, user, buyDays, buyCards, redeem, balance } = await openGifts();
const DAY = 86_400;

afterEach(async () => {
  expect(await site.books()).toEqual([]);
});

describe('a gift card that is sold', () => {
  it('is owed without its VAT, which is charged now, and gives the buyer nothing', async () => {
    const who = await site.visitor();
    const { payment, codes } = await buyCards(who);
    expect(payment).toMatchObject({ state: 'settled', total: PLAN.total, lines: [{ kind: 'plan', gift: true }] });
    expect([await sumEntries('gift_cards', payment.id), await sumEntries('vat', payment.id)]).toEqual([
      100_000, 10_000,
    ]);
    expect(await sumEntries('sales:plan', payment.id)).toBe(0);
    expect(await user(who)).toBe(0);
    expect(codes).toEqual([expect.stringMatching(/^(?:[2-9A-HJ-NP-Z]{4}-){4}[2-9A-HJ-NP-Z]{4}$/)]);
  });

  it('through the bank is a card only once the bank has paid', async () => {
    const who = await site.visitor();
    const { pay_url, payment } = (await site.call(buyGift, { plan_id: PLAN.id }, who)).data;
    expect((await site.call(listGifts, {}, who)).data.cards).toEqual([]);
    expect(await site.count('gift_cards WHERE payment_id = ?', payment.id)).toBe(1);
    const back = await site.payAtGateway(pay_url, 'twice');
    await Promise.all(Array.from({ length: 30 }, () => site.comeBack(back)));
    expect((await site.call(listGifts, {}, who)).data.cards).toMatchObject([{ state: 'waiting', days: PLAN.days }]);
    expect(await sumEntries('gift_cards', payment.id)).toBe(100_000);
  });

  it('ten at once are ten codes of one payment, at the price that a quote says', async () => {
    const who = await site.visitor();
    const quote = (await site.call(getQuote, { purpose: 'gift', id: BONUS_PLAN.id, count: 10 }, who)).data;
    expect(quote).toMatchObject({ total: 10 * BONUS_PLAN.total, price: 2_500_000, discount: 500_000 });
    const { payment, codes } = await buyCards(who, 10, BONUS_PLAN.id);
    expect(payment.total).toBe(quote.total);
    expect(new Set(codes).size).toBe(10);
    expect((await site.ask(buyGift, { plan_id: PLAN.id, count: 11 }, who)).status).toBe(422);
    expect((await site.ask(buyGift, { plan_id: PLAN.id, count: 0 }, who)).status).toBe(422);
    expect((await site.ask(buyGift, { plan_id: PLAN.id, count: 1.5 }, who)).status).toBe(422);
  });

  it('is another purchase than the plan for oneself, and than another number of cards', async () => {
    const who = await site.visitor();
    await topUp(site, who, 2_000_000);
    const ownPlan = (await site.call(buyPlan, { plan_id: PLAN.id, payment_method: 'wallet' }, who)).data.payment;
    const one = (await site.call(buyGift, { plan_id: PLAN.id, payment_method: 'wallet' }, who)).data.payment;
    const same = (await site.call(buyGift, { plan_id: PLAN.id, payment_method: 'wallet' }, who)).data.payment;
    const two = (await site.call(buyGift, { plan_id: PLAN.id, count: 2, payment_method: 'wallet' }, who)).data.payment;
    expect(same.id).toBe(one.id);
    expect(new Set([ownPlan.id, one.id, two.id]).size).toBe(3);
    expect((await site.call(listGifts, {}, who)).data.cards).toHaveLength(3);
    expect(await user(who)).toBe(site.clock.now + PLAN.days * DAY);
  });

  it('is not sold by direct debit, and its bank page is not collected from an account', async () => {
    const who = await site.visitor();
    const refused = await site.ask(buyGift, { plan_id: PLAN.id, payment_method: 'direct_debit' }, who);
    expect(refused.status).toBe(422);
    const { payment } = (await site.call(buyGift, { plan_id: PLAN.id }, who)).data;
    expect((await site.ask(buySubscription, { payment_id: payment.id }, who)).ok).toBe(false);
  });

  it('is not sold without a key to derive its code from', async () => {
    const bare = openMoney(platform, { MEDIA_SIGNING_KEY: '' });
    const who = await site.visitor();
    await topUp(site, who, 200_000);
    const response = await bare.ask(buyGift, { plan_id: PLAN.id, payment_method: 'wallet' }, who);
    expect(response.status).toBe(503);
    expect(await site.wallet(who)).toBe(200_000);
  });

  it('is stored as a hash with its last four characters, and shown to its buyer alone', async () => {
    const who = await site.visitor();
    const { payment, codes } = await buyCards(who);
    const row = await site.sql('SELECT * FROM gift_cards WHERE payment_id = ?', payment.id).first();
    const plain = codes[0]?.replaceAll('-', '') ?? '';
    expect(JSON.stringify(row)).not.toContain(plain);
    expect(row).toMatchObject({ tail: plain.slice(-4) });
    const id = String(row?.['id']);
    expect((await site.ask(getGift, { id }, await site.visitor())).status).toBe(404);
    expect((await site.ask(getGift, { id })).status).toBe(401);
  });

  it('is shown after a change of the key while the old one is kept, and can be redeemed after both are gone', async () => {
    const who = await site.visitor();
    const { codes } = await buyCards(who);
    const id = (await site.call(listGifts, {}, who)).data.cards[0]?.id ?? '';
    const turned = openMoney(platform, {
      MEDIA_SIGNING_KEY: 'new',
      MEDIA_SIGNING_KEY_PREVIOUS: 'a-key-for-tests-only',
    });
    expect((await turned.call(getGift, { id }, who)).data.code).toBe(codes[0]);
    const gone = openMoney(platform, { MEDIA_SIGNING_KEY: 'newer', MEDIA_SIGNING_KEY_PREVIOUS: 'new' });
    expect((await gone.call(getGift, { id }, who)).data.code).toBeNull();
    expect((await gone.call(redeemGift, { code: codes[0] }, who)).data.is_repeat).toBe(false);
  });
});

describe('a redeemed gift card', () => {
  it('adds its days once, and what was owed becomes the sale of a plan', async () => {
    const [buyer, friend] = [await site.visitor(), await site.visitor()];
    const { payment, codes } = await buyCards(buyer);
    const [owed, sold] = [await balance('gift_cards'), await balance('sales:plan')];
    const { data } = await site.call(redeemGift, { code: codes[0] }, friend);
    const until = site.clock.now + PLAN.days * DAY;
    expect(data).toMatchObject({ days: PLAN.days, subscribed_until: until, is_repeat: false });
    expect(await user(friend)).toBe(until);
    expect(await user(buyer)).toBe(0);
    expect([await balance('gift_cards'), await balance('sales:plan')]).toEqual([owed - 100_000, sold + 100_000]);
    expect(await sumEntries('vat', payment.id)).toBe(10_000);
    expect((await site.call(listGifts, {}, buyer)).data.cards[0]).toMatchObject({ state: 'redeemed' });
    expect((await site.call(listGifts, {}, friend)).data.redeemed).toMatchObject([{ days: PLAN.days }]);
    const id = (await site.call(listGifts, {}, buyer)).data.cards[0]?.id ?? '';
    expect((await site.call(getGift, { id }, buyer)).data.code).toBeNull();
  });

  it('extends a subscription that runs, and may be the buyer’s own', async () => {
    const who = await site.visitor({ subscribedUntil: site.clock.now + 5 * DAY });
    const { codes } = await buyCards(who);
    expect(await redeem(who, codes[0] ?? '')).toBe('ok');
    expect(await user(who)).toBe(site.clock.now + (5 + PLAN.days) * DAY);
  });

  it('again by the same person says so and adds nothing, also days later', async () => {
    const friend = await site.visitor();
    const { codes } = await buyCards(await site.visitor());
    await site.call(redeemGift, { code: codes[0] }, friend);
    const until = await user(friend);
    site.clock.now += 3 * DAY;
    expect((await site.call(redeemGift, { code: codes[0] }, friend)).data).toMatchObject({ is_repeat: true });
    expect(await user(friend)).toBe(until);
  });

  it('thirty times at once by one person gives its days once', async () => {
    const friend = await site.visitor();
    const { codes } = await buyCards(await site.visitor());
    await Promise.all(Array.from({ length: 30 }, (_, at) => redeem(friend, codes[0] ?? '', from(at))));
    expect(await user(friend)).toBe(site.clock.now + PLAN.days * DAY);
    expect(await site.count('gift_redemptions WHERE user_id = ?', friend.id)).toBe(1);
  });

  it('by thirty people at once goes to one of them', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => site.visitor()));
    const { codes } = await buyCards(await site.visitor());
    const answers = await Promise.all(people.map((who) => redeem(who, codes[0] ?? '')));
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(['ok', 'gift_invalid']));
    const days = await Promise.all(people.map(user));
    expect(days.filter((until) => until > 0)).toHaveLength(1);
  });

  it('two cards of one plan in a minute are two subscriptions', async () => {
    const friend = await site.visitor();
    const { codes } = await buyCards(await site.visitor(), 2);
    for (const code of codes) expect(await redeem(friend, code)).toBe('ok');
    expect(await user(friend)).toBe(site.clock.now + 2 * PLAN.days * DAY);
  });

  it.each(['once', 'answer lost'] as const)('counts once when the connection is lost: %s', async (batch) => {
    const friend = await site.visitor();
    const { codes } = await buyCards(await site.visitor());
    const DB = failing(platform.env.DB, { batch });
    const shaky = openMoney({ ...platform, env: { ...platform.env, DB } });
    shaky.clock.now = site.clock.now;
    await shaky.ask(redeemGift, { code: codes[0] }, friend);
    expect(await redeem(friend, codes[0] ?? '')).toBe('ok');
    expect(await user(friend)).toBe(site.clock.now + PLAN.days * DAY);
  });

  it('is nobody’s renewal plan, and the buyer’s neither', async () => {
    const [buyer, friend] = [await site.visitor(), await site.visitor()];
    const { codes } = await buyCards(buyer, 1, BONUS_PLAN.id);
    await redeem(friend, codes[0] ?? '');
    for (const { id } of [buyer, friend])
      expect((await buildRenewalOrder(db, id, site.clock.now))?.lines[0]?.itemId).toBe(PLAN.id);
  });
});

describe('a code', () => {
  it('that is wrong, of an unpaid card, given back or used by another has one answer', async () => {
    const [buyer, friend, stranger] = [await site.visitor(), await site.visitor(), await site.visitor()];
    const { payment, codes } = await buyCards(buyer, 2);
    await redeem(friend, codes[0] ?? '');
    expect(codeOf(await refund(payment.id, part(PLAN.total, 1)))).toBe('ok');
    const answers = await Promise.all(
      [...codes, 'ABCD-EFGH-JKLM-NPQR-STUV', '', 'x'].map(async (code) => {
        const response = await site.ask(redeemGift, { code }, stranger);
        return [response.status, await response.text()];
      }),
    );
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]?.[0]).toBe(422);
    expect(await user(stranger)).toBe(0);
  });

  it('cannot be guessed: ten wrong ones stop the account, from any address', async () => {
    const who = await site.visitor();
    const { codes } = await buyCards(await site.visitor());
    const tries = Array.from({ length: 12 }, (_, at) => redeem(who, 'wrong', from(at)));
    const answers = await Promise.all(tries);
    expect(answers.filter((answer) => answer === 'too_many_requests')).toHaveLength(2);
    expect(await redeem(who, codes[0] ?? '', from(99))).toBe('too_many_requests');
    site.clock.now += 11 * 60;
    expect(await redeem(who, codes[0] ?? '', from(99))).toBe('ok');
  });

  it('needs an account', async () => {
    expect((await site.ask(redeemGift, { code: 'x' })).status).toBe(401);
    expect((await site.ask(redeemGift, { code: 'x'.repeat(1001) }, await site.visitor())).status).toBe(422);
    expect((await site.ask(redeemGift, { code: 5 }, await site.visitor())).status).toBe(422);
  });
});

describe('money back for a gift card', () => {
  it('voids a card that nobody has redeemed, with its VAT, and the days of nobody', async () => {
    const who = await site.visitor();
    const { payment, codes } = await buyCards(who);
    await buyDays(who, PLAN.id);
    const [until, before] = [await user(who), await site.wallet(who)];
    expect(codeOf(await refund(payment.id))).toBe('ok');
    expect(await site.wallet(who)).toBe(before + PLAN.total);
    expect([await sumEntries('gift_cards', payment.id), await sumEntries('vat', payment.id)]).toEqual([0, 0]);
    expect(await user(who)).toBe(until);
    expect(await redeem(await site.visitor(), codes[0] ?? '')).toBe('gift_invalid');
    expect((await site.call(listGifts, {}, who)).data.cards[0]?.state).toBe('returned');
  });

  it('goes outside, too', async () => {
    const { payment } = await buyCards(await site.visitor());
    expect(codeOf(await refund(payment.id, outside('T-gift')))).toBe('ok');
    expect(await sumEntries('outside:wallet', payment.id)).toBe(PLAN.total);
  });

  it.each([
    ['of a redeemed card', { lines: null }],
    ['of a part of it', part(1000)],
    ['of a redeemed card with its sum', part(PLAN.total)],
  ])('is refused: %s', async (caseName, rest) => {
    const { payment, codes } = await buyCards(await site.visitor());
    if (caseName.includes('redeemed')) await redeem(await site.visitor(), codes[0] ?? '');
    const before = await sumEntries('gift_cards', payment.id);
    expect(codeOf(await refund(payment.id, rest))).toBe('gift_not_refundable');
    const input = { key: 'k', payment_id: payment.id, destination: 'wallet', tracking: null, reason: 'r' } as const;
    const rehearsed = await rehearseRefund({ db, now: site.clock.now }, { ...input, ...rest }, 'ali');
    expect(codeOf(rehearsed)).toBe('gift_not_refundable');
    expect(await sumEntries('gift_cards', payment.id)).toBe(before);
  });

  it('is refused for the days that a card gave: they had no price', async () => {
    const friend = await site.visitor();
    const { codes } = await buyCards(await site.visitor());
    await redeem(friend, codes[0] ?? '');
    const id = await site
      .sql('SELECT payment_id FROM gift_redemptions WHERE user_id = ?', friend.id)
      .first('payment_id');
    expect(codeOf(await refund(String(id)))).toBe('refund_too_large');
  });

  it('for an older plan leaves the days of a card that was redeemed after it', async () => {
    const who = await site.visitor();
    const plan = await buyDays(who, PLAN.id);
    const { codes } = await buyCards(await site.visitor());
    site.clock.now += 10 * DAY;
    await redeem(who, codes[0] ?? '');
    expect(codeOf(await refund(plan))).toBe('ok');
    expect(await user(who)).toBe(site.clock.now + PLAN.days * DAY);
  });

  it('and its redemption at one moment: one of the two happens', async () => {
    for (let at = 0; at < 5; at += 1) {
      const friend = await site.visitor();
      const { payment, codes } = await buyCards(await site.visitor());
      const [back, used] = await Promise.all([refund(payment.id), redeem(friend, codes[0] ?? '')]);
      expect([codeOf(back) === 'ok', used === 'ok'].filter(Boolean)).toHaveLength(1);
      expect(await sumEntries('gift_cards', payment.id)).toBe(0);
    }
  });
});

describe('a gift card whose payment', () => {
  it('was replaced by another method is worth nothing when its page is paid late', async () => {
    const who = await site.visitor();
    await topUp(site, who, 200_000);
    const first = (await site.call(buyGift, { plan_id: PLAN.id }, who)).data;
    await site.call(buyGift, { plan_id: PLAN.id, payment_method: 'wallet' }, who);
    await site.comeBack(await site.payAtGateway(first.pay_url, 'pay'));
    expect((await site.payment(first.payment.id, who)).kept_in_wallet).toBe(PLAN.total);
    expect((await site.call(listGifts, {}, who)).data.cards).toHaveLength(1);
    expect(await sumEntries('gift_cards', first.payment.id)).toBe(0);
  });

  it('never came is swept with it', async () => {
    const who = await site.visitor();
    const { payment } = (await site.call(buyGift, { plan_id: PLAN.id }, who)).data;
    await site.tick(40 * 60);
    await site.tick(100 * DAY, '17 3 * * *');
    expect(await site.count('payments WHERE id = ?', payment.id)).toBe(0);
    expect(await site.count('gift_cards WHERE payment_id = ?', payment.id)).toBe(0);
  });
});

/** An address of its own for each request. */
function from(at: number): Record<string, string> {
  return { 'cf-connecting-ip': `192.0.${String(at)}.1` };
}
