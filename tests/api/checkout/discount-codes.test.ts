import { beforeEach, describe, expect, it } from 'vitest';
import * as calls from '../../../src/features/checkout/codes-contract.ts';
import { buyPlan, getQuote } from '../../../src/features/checkout/contract.ts';
import { countStatements } from '../../support/database/statements.ts';
import { BONUS_PLAN, openMoney, PLAN, type Visitor } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const secrets = { pay: 'p'.repeat(40), sara: 's'.repeat(40), ali: 'a'.repeat(40) };
const vars = {
  OPERATOR_TOKEN: `pay/finance:${secrets.pay},sara/finance:${secrets.sara},ali/support:${secrets.ali}`,
};
const site = openMoney(platform, vars);
const [pay, sara, support] = [secrets.pay, secrets.sara, secrets.ali].map((token) => ({
  id: 0,
  mobile: '',
  token,
})) as [Visitor, Visitor, Visitor];
const DAY = 24 * 60 * 60;
const { addDiscountCode, changeDiscountCode, endDiscountCode, listDiscountCodes } = calls;

let codes = 0;
const newCode = () => `CODE${String((codes += 1))}`;
const terms = (more: Record<string, unknown> = {}) => ({
  ...{ code: newCode(), percent: 20, bonus_days: 7, plan_id: null, starts_at: null },
  ...{ ends_at: site.clock.now + 30 * DAY, max_uses: 100, uses_per_user: 1, reason: 'a campaign', ...more },
});
const make = async (more: Record<string, unknown> = {}, as = pay) =>
  (await site.call(addDiscountCode, terms(more), as)).data;
const pickLimits = ({ ends_at, max_uses, uses_per_user }: calls.DiscountCode) => ({ ends_at, max_uses, uses_per_user });
const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const { status, code } = await parseFailure(await site.ask(call, input, who));
  return `${String(status)} ${code}`;
};
const quote = async (code: string, id = PLAN.id) =>
  (await site.call(getQuote, { purpose: 'plan', id, discount_code: code }, await site.visitor())).data;
const tryQuote = async (code: string) =>
  refuse(getQuote, { purpose: 'plan', id: PLAN.id, discount_code: code }, await site.visitor());
const pressed = { payment_method: 'sandbox' };

beforeEach(() => {
  site.clock.now += DAY;
});

describe('a discount code of the desk', () => {
  it('costs what its preview said, which makes none', async () => {
    const input = terms();
    const { data } = await site.call(addDiscountCode, { ...input, rehearse: true }, pay);
    expect(await site.count('discount_codes WHERE code = ?', input.code)).toBe(0);
    await site.call(addDiscountCode, input, pay);
    for (const { id, total, days } of data.plans) {
      const { lines, total: quotedTotal } = await quote(input.code, id);
      expect([quotedTotal, lines[0]?.days]).toEqual([total, days]);
    }
    expect(data.plans.find(({ id }) => id === BONUS_PLAN.id)).toMatchObject({
      ...{ total_before: BONUS_PLAN.total, total: 176_000, days_before: 100, days: 107 },
    });
    expect((await make({ plan_id: PLAN.id })).plans.map(({ id }) => id)).toEqual([PLAN.id]);
    expect(await refuse(addDiscountCode, terms({ plan_id: 999 }), pay)).toBe('404 plan_unknown');
  });

  it('begins at its second, and ends at its second', async () => {
    const start = site.clock.now + DAY;
    const { code } = await make({ starts_at: start, ends_at: start + DAY });
    expect(await tryQuote(code)).toBe('422 discount_invalid');
    site.clock.now = start;
    expect((await quote(code)).total).toBe(88_000);
    site.clock.now = start + DAY;
    expect(await tryQuote(code)).toBe('422 discount_invalid');
  });

  it('is folded as a buyer’s is: Persian digits, spaces, direction marks, small letters', async () => {
    const { code } = await make({ code: ' \u202enow\u200crooz۱۲ ' });
    expect(code).toBe('NOWROOZ12');
    expect((await quote('now rooz۱۲')).total).toBe(88_000);
    for (const spelling of ['ABC', 'A B!C', '<b>x</b>', '=SUM(A1)', '-1+2X', 'X'.repeat(41), '\u202e'])
      expect(await refuse(addDiscountCode, terms({ code: spelling }), pay), spelling).toMatch(/^422 /);
  });

  it('refuses terms that make no sense', async () => {
    const { now } = site.clock;
    for (const [more, refusal] of [
      [{ percent: 0, bonus_days: 0 }, 'discount_empty'],
      [{ starts_at: now - 1 }, 'starts_past'],
      [{ starts_at: now + 11 * 366 * DAY, ends_at: now + 12 * 366 * DAY }, 'starts_far'],
      [{ ends_at: now }, 'discount_dates'],
      [{ starts_at: now + 60, ends_at: now + 60 }, 'discount_dates'],
      [{ ends_at: now + 11 * 366 * DAY }, 'discount_dates'],
      [{ uses_per_user: 101 }, 'discount_uses_order'],
      ...[{ percent: -1 }, { percent: 101 }, { percent: 1.5 }, { percent: '20' }, { percent: 1e300 }].map(invalid),
      ...[{ bonus_days: -1 }, { bonus_days: 367 }, { max_uses: 0 }, { max_uses: 1_000_001 }].map(invalid),
      ...[{ uses_per_user: 0 }, { ends_at: 1e15 }, { plan_id: 1.5 }, { reason: '  ' }, { reason: undefined }].map(
        invalid,
      ),
    ] as [Record<string, unknown>, string][]) {
      expect(await refuse(addDiscountCode, terms(more), pay), JSON.stringify(more)).toBe(`422 ${refusal}`);
    }
    function invalid(more: Record<string, unknown>): [Record<string, unknown>, string] {
      return [more, 'invalid_input'];
    }
  });

  it('is made once: the same request again finds it, another is refused', async () => {
    const input = terms();
    const answers = await Promise.all([1, 2, 3].map(() => site.call(addDiscountCode, input, pay)));
    expect(new Set(answers.map(({ data }) => data.created_at)).size).toBe(1);
    expect(await site.count('discount_codes WHERE code = ?', input.code)).toBe(1);
    site.clock.now += 60;
    expect((await site.call(addDiscountCode, input, pay)).data.code).toBe(input.code);
    for (const [other, as] of [
      [{ ...input, percent: 21 }, pay],
      [input, sara],
      [{ ...input, rehearse: true }, pay],
    ] as const)
      expect(await refuse(addDiscountCode, other, as)).toBe('409 discount_code_taken');
    const race = terms();
    const raceAnswers = await Promise.all(
      [pay, sara].map((who, at) => site.ask(addDiscountCode, { ...race, percent: 10 + at }, who)),
    );
    expect(raceAnswers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('ends now, and leaves what a buyer has open and what was bought', async () => {
    const { code } = await make({ uses_per_user: 2 });
    const who = await site.visitor();
    const buy = { plan_id: PLAN.id, discount_code: code, ...pressed };
    const { data } = await site.call(buyPlan, buy, who);
    const { data: ended } = await site.call(endDiscountCode, { code, reason: 'enough' }, pay);
    expect(ended).toMatchObject({ ends_at: site.clock.now, uses: 1 });
    expect(await refuse(buyPlan, buy, await site.visitor())).toBe('422 discount_invalid');
    await site.comeBack(await site.payAtGateway(data.pay_url, 'pay'));
    expect(await site.payment(data.payment.id, who)).toMatchObject({ state: 'settled', total: 88_000, problem: null });
    site.clock.now += 60;
    expect((await site.call(endDiscountCode, { code, reason: 'again' }, pay)).data.ends_at).toBe(ended.ends_at);
    expect(await refuse(endDiscountCode, { code: 'NOBODYS', reason: 'enough' }, pay)).toBe('404 discount_code_unknown');
    expect(await site.books()).toEqual([]);
  });

  it('ends at a time, not before now and not later than it would, as often as it is asked', async () => {
    const { code, ends_at: until } = await make();
    const at = site.clock.now + DAY;
    const input = { code, ends_at: at, reason: 'next week' };
    expect((await site.call(endDiscountCode, input, pay)).data).toMatchObject({ ends_at: at, state: 'open' });
    expect((await site.call(endDiscountCode, input, pay)).data.ends_at).toBe(at);
    expect(await refuse(endDiscountCode, { ...input, ends_at: until }, pay)).toBe('422 discount_ends_before');
    expect(await refuse(endDiscountCode, { ...input, ends_at: site.clock.now - 1 }, pay)).toBe('422 starts_past');
    expect(await quote(code)).toMatchObject({ total: 88_000 });
    site.clock.now = at;
    expect((await site.call(listDiscountCodes, { query: code }, pay)).data).toMatchObject([{ state: 'ended' }]);
    expect(await refuse(buyPlan, { plan_id: PLAN.id, discount_code: code, ...pressed }, await site.visitor())).toBe(
      '422 discount_invalid',
    );
  });

  it('is extended under its name, also after its end, and no purchase of it changes', async () => {
    const made = await make({ ends_at: site.clock.now + DAY });
    const { code } = made;
    const buy = { plan_id: PLAN.id, discount_code: code, ...pressed };
    const [bought, open] = [await site.visitor(), await site.visitor()];
    const paid = (await site.call(buyPlan, buy, bought)).data;
    await site.comeBack(await site.payAtGateway(paid.pay_url, 'pay'));
    const { payment } = (await site.call(buyPlan, buy, open)).data;
    const before = await site.payment(paid.payment.id, bought);
    site.clock.now += DAY;
    expect(await tryQuote(code)).toBe('422 discount_invalid');
    const later = { ends_at: site.clock.now + 7 * DAY, max_uses: 2, uses_per_user: 1 };
    const change = { code, ...later, seen: pickLimits(made), reason: 'a week more' };
    const rehearsal = (await site.call(changeDiscountCode, { ...change, rehearse: true }, pay)).data;
    expect(await tryQuote(code)).toBe('422 discount_invalid');
    const { data } = await site.call(changeDiscountCode, change, pay);
    expect(data).toEqual(rehearsal);
    expect(data).toMatchObject({ ...later, state: 'open', uses: 2, percent: made.percent, starts_at: made.starts_at });
    expect(await refuse(buyPlan, buy, await site.visitor())).toBe('422 discount_invalid');
    await site.call(changeDiscountCode, { ...change, max_uses: 3, seen: later }, pay);
    expect(await quote(code)).toMatchObject({ total: 88_000 });
    expect(await site.payment(paid.payment.id, bought)).toEqual(before);
    expect(await site.payment(payment.id, open)).toMatchObject({ total: 88_000 });
    const { results } = await site
      .sql("SELECT before, after FROM operator_audit WHERE subject = ? AND after LIKE '%max_uses%'", `code:${code}`)
      .all<Record<'before' | 'after', string>>();
    const trail = results.map((row) => [JSON.parse(row.before || 'null'), JSON.parse(row.after)] as [unknown, unknown]);
    expect(trail.slice(-2)).toEqual([
      [pickLimits(made), { ...later, reason: 'a week more' }],
      [later, { ...later, max_uses: 3, reason: 'a week more' }],
    ]);
    expect(await site.books()).toEqual([]);
  });

  it('is changed by one of two who saw the same, and a repeat changes nothing more', async () => {
    const made = await make();
    const seen = pickLimits(made);
    const change = (max_uses: number) => ({ code: made.code, ...seen, max_uses, seen, reason: 'more' });
    const answers = await Promise.all([
      site.ask(changeDiscountCode, change(200), pay),
      site.ask(changeDiscountCode, change(300), sara),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const late = await site.ask(changeDiscountCode, change(400), pay);
    expect((await parseFailure(late)).code).toBe('discount_code_changed');
    const winner = answers[0].status === 200 ? 200 : 300;
    expect((await site.call(changeDiscountCode, change(winner), pay)).data.max_uses).toBe(winner);
    const acts = "operator_audit WHERE subject = ? AND action = 'changeDiscountCode' AND after IS NOT NULL";
    expect(await site.count(acts, `code:${made.code}`)).toBe(1);
  });

  it('has no fewer uses than are settled or held, and an end that makes sense', async () => {
    const made = await make({ max_uses: 5, uses_per_user: 3 });
    const who = await site.visitor();
    for (let use = 0; use < 2; use += 1) {
      const buy = { plan_id: [PLAN.id, BONUS_PLAN.id][use], discount_code: made.code, ...pressed };
      await site.call(buyPlan, buy, who);
    }
    await site.call(buyPlan, { plan_id: PLAN.id, discount_code: made.code, ...pressed }, await site.visitor());
    const seen = pickLimits(made);
    const change = (more: Record<string, unknown>) => ({ code: made.code, ...seen, seen, reason: 'fewer', ...more });
    const { now } = site.clock;
    for (const [more, refusal] of [
      [{ max_uses: 2, uses_per_user: 2 }, '422 discount_uses_below'],
      [{ uses_per_user: 1 }, '422 discount_uses_below'],
      [{ uses_per_user: 6 }, '422 discount_uses_order'],
      [{ ends_at: now }, '422 starts_past'],
      [{ ends_at: now + 11 * 366 * DAY }, '422 discount_dates'],
      [{ max_uses: 0 }, '422 invalid_input'],
      [{ code: 'NOBODYS' }, '404 discount_code_unknown'],
    ] as const)
      expect(await refuse(changeDiscountCode, change(more), pay), JSON.stringify(more)).toBe(refusal);
    const least = { max_uses: 3, uses_per_user: 2, ends_at: now + 60 };
    expect((await site.call(changeDiscountCode, change(least), pay)).data).toMatchObject({ ...least, uses: 3 });
  });

  it('keeps its terms once somebody used it, also against SQL', async () => {
    const { code } = await make({ max_uses: 5, plan_id: PLAN.id });
    await site.sql('UPDATE discount_codes SET percent = 21 WHERE code = ?', code).run();
    await site.call(buyPlan, { plan_id: PLAN.id, discount_code: code, ...pressed }, await site.visitor());
    for (const change of ['percent = 22', 'bonus_days = 1', 'plan_id = NULL', 'starts_at = 1', "code = 'OTHER'"])
      await expect(site.sql(`UPDATE discount_codes SET ${change} WHERE code = ?`, code).run(), change).rejects.toThrow(
        'discount_code_fixed',
      );
    await site.sql('DELETE FROM discount_codes WHERE code = ?', code).run();
    expect(await refuse(addDiscountCode, terms({ code }), pay)).toBe('409 discount_code_taken');
  });

  it('is listed in pages, by state and by a part of it, with one statement of its own', async () => {
    await site.sql('DELETE FROM discount_codes').run();
    const made: string[] = [];
    for (let at = 0; at < 53; at += 1) {
      site.clock.now += 60;
      made.unshift((await make({ ends_at: site.clock.now + 90 * DAY })).code);
    }
    const first = await site.call(listDiscountCodes, {}, pay);
    const rest = await site.call(listDiscountCodes, { before: first.next ?? '' }, pay);
    const listed = [...first.data, ...rest.data].map(({ code }) => code);
    expect([first.data.length, rest.next, listed.length]).toEqual([50, null, 53]);
    expect(listed).toEqual(made);
    const planned = await make({ code: 'SOONCODE', starts_at: site.clock.now + DAY });
    const ended = await make({ code: 'LATECODE' });
    await site.call(endDiscountCode, { code: ended.code, reason: 'enough' }, pay);
    const list = async (input: Record<string, string>) =>
      (await site.call(listDiscountCodes, input, pay)).data.map(({ code }) => code);
    expect(await list({ state: 'planned' })).toEqual([planned.code]);
    expect(await list({ state: 'ended' })).toEqual([ended.code]);
    expect((await list({ state: 'open' })).length).toBe(50);
    expect((await list({ query: 'late' })).concat(await list({ query: "%' OR 1" }))).toEqual([ended.code]);
    for (const before of ['x', '1.', '1.a b', '-1.A'])
      expect(await refuse(listDiscountCodes, { before }, pay)).toMatch(/^422/);
    const counted = countStatements(site.env);
    await openMoney({ ...platform, env: counted.env }, vars).call(listDiscountCodes, {}, pay);
    expect(counted.statements().filter((text) => text.includes('FROM discount_codes c'))).toHaveLength(1);
  });

  it('is of finance and owners, and each act has a row with its reason', async () => {
    const input = { ...terms(), rehearse: true };
    for (const call of [listDiscountCodes, addDiscountCode, endDiscountCode])
      expect(await refuse(call, input, support), call.name).toBe('403 operator_role');
    expect(await refuse(changeDiscountCode, { ...input, seen: input }, support)).toBe('403 operator_role');
    const { code } = await make();
    await site.call(endDiscountCode, { code, reason: 'too many' }, sara);
    const { results } = await site
      .sql(
        'SELECT operator, permission, before, after FROM operator_audit WHERE subject = ? ORDER BY id',
        `code:${code}`,
      )
      .all<Record<string, string>>();
    expect(results.map(({ operator, permission }) => [operator, permission])).toEqual([
      ['pay', 'prices.write'],
      ['sara', 'prices.write'],
    ]);
    expect(results[0]?.['after']).toContain('"reason":"a campaign"');
    expect(results[1]?.['before']).toContain('ends_at');
    expect(results[1]?.['after']).toContain('"reason":"too many"');
  });
});
