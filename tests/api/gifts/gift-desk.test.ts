import { describe, expect, it } from 'vitest';
import { listGiftCards } from '../../../src/features/gifts/desk-contract.ts';
import { getDeskPayment } from '../../../src/features/operator/desk-payments-contract.ts';
import { countStatements } from '../../support/database/statements.ts';
import { openGifts } from '../../support/money/gifts.ts';
import { openMoney, PLAN } from '../../support/money/money.ts';
import { part } from '../../support/money/refunding.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform, site, refund, buyCards, redeem } = await openGifts();
const OPERATOR_TOKEN = `eye/viewer:${'e'.repeat(40)},mod/moderator:${'m'.repeat(40)}`;
const desk = openMoney(platform, { OPERATOR_TOKEN });
const viewer = { id: 0, mobile: '', token: 'e'.repeat(40) };
const moderator = { id: 0, mobile: '', token: 'm'.repeat(40) };

describe('the desk’s list of gift cards', () => {
  it('has each state, buyer, redeemer and the end of the code, and never the code', async () => {
    const [buyer, friend] = [await site.visitor(), await site.visitor()];
    const { payment, codes } = await buyCards(buyer, 3);
    await redeem(friend, codes[0] ?? '');
    await refund(payment.id, part(PLAN.total, 1));
    const { data } = await desk.call(listGiftCards, {}, viewer);
    const tails = codes.map((code) => code.slice(-4));
    expect(Object.fromEntries(data.map(({ tail, state, redeemer }) => [tail, [state, redeemer]]))).toEqual({
      [tails[0] ?? '']: ['redeemed', friend.id],
      [tails[1] ?? '']: ['returned', null],
      [tails[2] ?? '']: ['waiting', null],
    });
    expect(data.every((card) => card.buyer === buyer.id && card.payment_id === payment.id)).toBe(true);
    expect(JSON.stringify(data)).not.toContain((codes[2] ?? '').slice(0, 9));
    expect((await desk.call(listGiftCards, { state: 'waiting' }, viewer)).data).toHaveLength(1);
    expect((await desk.call(listGiftCards, { tail: tails[2]?.toLowerCase() }, viewer)).data).toHaveLength(1);
    const lines = (await desk.call(getDeskPayment, { id: payment.id }, viewer)).data.lines;
    expect(lines.map(({ card_tail: tail }) => tail)).toEqual(tails);
  });

  it('goes on after fifty, by one statement of its own', async () => {
    for (let at = 0; at < 6; at += 1) await buyCards(await site.visitor(), 10);
    const first = await desk.call(listGiftCards, {}, viewer);
    const rest = await desk.call(listGiftCards, { before: first.next }, viewer);
    expect([first.data.length, rest.data.length]).toEqual([50, 13]);
    expect(new Set([...first.data, ...rest.data].map(({ id }) => id)).size).toBe(63);
    const counted = countStatements(desk.env);
    const counting = openMoney({ ...platform, env: counted.env }, { OPERATOR_TOKEN });
    await counting.call(listGiftCards, { before: first.next }, viewer);
    await counting.call(listGiftCards, { before: first.next, tail: 'ABCD' }, viewer);
    const statements = counted.statements().filter((text) => text.includes('gift_cards'));
    expect(statements).toHaveLength(2);
    const plans = await Promise.all(
      statements.map(async (text) => {
        const values = Array.from({ length: text.match(/\?/g)?.length ?? 0 }, () => null);
        const { results } = await site.sql(`EXPLAIN QUERY PLAN ${text}`, ...values).all<{ detail: string }>();
        return results.map(({ detail }) => detail);
      }),
    );
    expect(plans.flat().filter((detail) => /^SCAN(?! c )|TEMP B-TREE/.test(detail))).toEqual([]);
    expect(plans[1]?.[0]).toMatch(/^SEARCH c USING INDEX gift_cards_tail/);
  });

  it('is not for who may not read payments, nor an unpaid card for anybody', async () => {
    expect(await parseFailure(await desk.ask(listGiftCards, {}, moderator))).toMatchObject({ status: 403 });
    expect((await desk.ask(listGiftCards, {}, await site.visitor())).ok).toBe(false);
    expect((await desk.ask(listGiftCards, { before: "1.' OR 1" }, viewer)).status).toBe(422);
  });
});
