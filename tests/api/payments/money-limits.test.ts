import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/platform/config/limits.ts';
import { buyPlan, chargeWallet, getQuote } from '../../../src/features/checkout/contract.ts';
import { parseFailure } from '../../support/site/api.ts';
import { inWaves } from '../../support/in-waves.ts';
import { PLAN, type Visitor } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';

const { site, platform } = await openShop();
let who: Visitor;
beforeEach(async () => {
  who = await site.visitor();
  await platform.env.DB.prepare('DELETE FROM rate_limits').run();
});

const requestQuote = (code: string, visitor: Visitor | null = who) =>
  site.ask(getQuote, { purpose: 'plan', id: PLAN.id, discount_code: code }, visitor ?? undefined);
const requestPurchase = (code: string) => site.ask(buyPlan, { plan_id: PLAN.id, discount_code: code }, who);
/** The number of answers by code; `ok` for answers without a failure. */
async function countCodes(answers: readonly Response[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const code = answer.ok ? 'ok' : (await parseFailure(answer)).code;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

describe('discount codes', () => {
  const { subject, network } = LIMITS.discount;

  it('can be guessed so often by a user, in quotes and purchases together, at the same moment too', async () => {
    const answers = await inWaves(300, (at) =>
      at % 2 === 0 ? requestQuote(`GUESS${String(at)}`) : requestPurchase(`G${String(at)}`),
    );
    expect(await countCodes(answers)).toEqual({
      discount_invalid: subject.burst,
      too_many_requests: 300 - subject.burst,
    });
    // A right one cannot be told from a wrong one then, and the wait is short.
    const refused = await requestQuote('TEN');
    expect(refused.headers.get('retry-after')).toBe(String(subject.every));
    expect(await parseFailure(refused)).toMatchObject({
      status: 429,
      code: 'too_many_requests',
      fields: ['discount_code'],
    });
    site.clock.now += subject.every;
    expect((await requestQuote('TEN')).status).toBe(200);
  });

  it('can be guessed so often from a network by guests', async () => {
    const answers = await inWaves(100, (at) => requestQuote(`GUESS${String(at)}`, null));
    expect((await countCodes(answers))['discount_invalid']).toBe(network.ipv4.burst);
  });

  it('that are right cost nothing, nor does a purchase without one', async () => {
    for (let at = 0; at < subject.burst + 10; at += 1) expect((await requestQuote('ten ')).status).toBe(200);
    for (let at = 0; at < subject.burst + 10; at += 1) await requestQuote(`WRONG${String(at)}`);
    expect((await requestQuote('')).status).toBe(200);
    expect((await requestPurchase('')).status).toBe(200);
  });
});

describe('bank pages', () => {
  const { subject, network } = LIMITS.bank_page;
  const charge = (amount: number, visitor: Visitor, headers?: Record<string, string>) =>
    site.ask(chargeWallet, { amount }, visitor, headers);

  it('are begun so often by a user; more neither ask the bank nor stay open', async () => {
    const answers = await inWaves(100, (at) => charge(20_000 + at * 1000, who));
    expect(await countCodes(answers)).toEqual({ ok: subject.burst, too_many_requests: 100 - subject.burst });
    expect(
      await site.count('sandbox_bills WHERE order_id IN (SELECT id FROM payments WHERE user_id = ?)', who.id),
    ).toBe(subject.burst);
    expect(await site.count("payments WHERE user_id = ? AND state = 'initiated'", who.id)).toBe(0);
    site.clock.now += subject.every;
    expect((await charge(500_000, who)).status).toBe(200);
  });

  it('of the same click are one, and cost one', async () => {
    for (let at = 0; at < subject.burst + 10; at += 1) expect((await charge(20_000, who)).status).toBe(200);
    expect((await charge(30_000, who)).status).toBe(200);
  });

  it('are begun so often from an address, by however many users', async () => {
    const address = { 'cf-connecting-ip': '10.200.0.1' };
    const answers = await inWaves(network.ipv4.burst + 5, async () => charge(20_000, await site.visitor(), address));
    expect(await countCodes(answers)).toEqual({ ok: network.ipv4.burst, too_many_requests: 5 });
    expect((await charge(20_000, await site.visitor())).status).toBe(200);
  });
});
