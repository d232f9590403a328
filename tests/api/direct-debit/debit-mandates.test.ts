import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cancelAccount } from '../../../src/features/personal-data/contract.ts';
import { buySubscription, deleteSubscription, getSubscriptions } from '../../../src/features/direct-debit/contract.ts';
import { buyPlan } from '../../../src/features/checkout/contract.ts';
import { ORIGIN } from '../../support/site/api.ts';
import { openDebit } from '../../support/money/debit.ts';
import { PLAN, type Visitor } from '../../support/money/money.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const { vandar, site, text, log, back, agree } = await openDebit();
const result = (which: string) => `${ORIGIN}/callback?directdebit=${which}`;

let who: Visitor;
beforeEach(async () => {
  Object.assign(vandar.state, { outcome: 'DONE', mood: 'fine', tells: true, takes: null });
  who = await site.visitor({ subscribedUntil: site.clock.now + 20 * DAY });
  log.mockClear();
});
afterEach(async () => {
  expect(await site.books()).toEqual([]);
});

const begin = async (visitor = who) =>
  (await site.call(buySubscription, { add_new_bank: true, bank: '012' }, visitor)).data.pay_url;
const readMandateState = (visitor = who) =>
  site
    .sql('SELECT state FROM mandates WHERE user_id = ? ORDER BY created_at DESC, id LIMIT 1', visitor.id)
    .first<string>('state');
const parseToken = (payUrl: string | null) => payUrl?.split('/').at(-1) ?? '';
const atVandar = (authorization: string) => vandar.book.authorizations.get(authorization)?.state;
const mandateId = async (visitor = who) =>
  (await site.call(getSubscriptions, {}, visitor)).data.subscriptions[0]?.id ?? '';

describe('an authorization belongs to one mandate', () => {
  it('so that a return which names one in use is refused, again and in parallel, and the mandate stays pending', async () => {
    const victim = await site.visitor();
    const theirs = await agree(victim);
    const page = await begin();
    for (const tells of [true, false]) {
      vandar.state.tells = tells;
      const answers = await Promise.all([1, 2, 3].map(() => site.comeBack(back(page, theirs))));
      expect(answers).toEqual(Array<string>(3).fill(result('unknown')));
      expect(await site.comeBack(back(page, theirs))).toBe(result('unknown'));
    }
    expect(await readMandateState()).toBe('pending');
    expect(await readMandateState(victim)).toBe('active');
    expect(atVandar(theirs)).toBe('active');
    expect(text()).toContain('names an authorization that is not its own');
    // Its own is still taken.
    vandar.state.tells = true;
    expect(await site.comeBack(back(page))).toBe(result('active'));
  });

  it('so that one whose owner has not come back yet is refused by what the provider tells of it', async () => {
    const victim = await site.visitor();
    const theirs = `auth-${parseToken(await begin(victim))}`;
    const page = await begin();
    expect(await site.comeBack(back(page, theirs))).toBe(result('unknown'));
    expect(atVandar(theirs)).toBe('asked');
    expect(await readMandateState()).toBe('pending');
  });

  it.each([
    ['mobile', { mobile: '09120000000' }],
    ['bank', { bank: '057' }],
    ['cap', { limit: 10 }],
    ['count', { count: 99 }],
  ])('so that one of another %s is refused', async (_, change) => {
    const page = await begin();
    Object.assign(vandar.book.authorizations.get(`auth-${parseToken(page)}`)!, change);
    expect(await site.comeBack(back(page))).toBe(result('unknown'));
    expect(await readMandateState()).toBe('pending');
  });

  it.each(['no token', 'too many', 'server error'] as const)(
    'waits where the provider answers "%s" to its confirmation, and is confirmed at the next return',
    async (mood) => {
      const page = await begin();
      vandar.state.mood = mood;
      expect(await site.comeBack(back(page))).toBe(result('unknown'));
      expect(await readMandateState()).toBe('pending');
      vandar.state.mood = 'fine';
      expect(await site.comeBack(back(page))).toBe(result('active'));
    },
  );

  it('so that one which is told of only after it is confirmed is compared then', async () => {
    const page = await begin();
    const id = `auth-${parseToken(page)}`;
    vandar.state.tells = false;
    expect(await site.comeBack(back(page))).toBe(result('active'));
    expect(atVandar(id)).toBe('active');
  });

  it('so that SQL itself refuses a twin', async () => {
    const first = await agree(who);
    const other = await site.visitor();
    await agree(other);
    await expect(
      site.sql('UPDATE mandates SET authorization_id = ? WHERE user_id = ?', first, other.id).run(),
    ).rejects.toThrow('UNIQUE');
  });

  it('so that a return delivered five times at once confirms it once', async () => {
    const page = await begin();
    const answers = await Promise.all(Array.from({ length: 5 }, () => site.comeBack(back(page))));
    expect(answers).toContain(result('active'));
    expect(answers).not.toContain(result('failed'));
    expect(await site.comeBack(back(page))).toBe(result('active'));
    expect(await readMandateState()).toBe('active');
    expect(await site.count('mandate_revocations')).toBe(0);
  });
});

it.each(['no token', 'too many'] as const)(
  'a withdrawal that the provider rejects ("%s") fails at once, and the same can be bought another way',
  async (mood) => {
    await agree(who, { pay_anything: true });
    vandar.state.mood = mood;
    const { data } = await site.call(buyPlan, { plan_id: PLAN.id, payment_method: 'direct_debit' }, who);
    expect(data.payment).toMatchObject({ state: 'failed', next: 'retry' });
    // At most one a day.
    expect(await site.count("alarms WHERE kind = 'debit_rejected'")).toBe(1);
    vandar.state.mood = 'fine';
    expect((await site.call(buyPlan, { plan_id: PLAN.id }, who)).data.pay_url).not.toBeNull();
  },
);

describe('a revocation', () => {
  const queued = (id: string) => site.count('mandate_revocations WHERE authorization_id = ?', id);

  it('that the provider did not hear is repeated with growing pauses until it did', async () => {
    const id = await agree(who);
    vandar.state.mood = 'html';
    await site.call(deleteSubscription, { id: await mandateId() }, who);
    expect(await readMandateState()).toBe('cancelled');
    expect(atVandar(id)).toBe('active');
    await site.tick(120);
    await site.tick(6 * 60);
    const pauses = await site
      .sql('SELECT attempts, next_try_at FROM mandate_revocations WHERE authorization_id = ?', id)
      .first<{ attempts: number; next_try_at: number }>();
    expect(pauses?.attempts).toBe(2);
    expect((pauses?.next_try_at ?? 0) - site.clock.now).toBe(10 * 60);
    vandar.state.mood = 'fine';
    await site.tick(11 * 60);
    expect(atVandar(id)).toBe('revoked');
    expect(await queued(id)).toBe(0);
  });

  it('of what the provider does not know, or has ended, is over; a wrong business is neither', async () => {
    const [gone, ended, remaining] = [await agree(who), await agree(who), await agree(who)];
    vandar.state.mood = 'html';
    for (let left = 3; left > 0; left -= 1) await site.call(deleteSubscription, { id: await mandateId() }, who);
    vandar.book.authorizations.delete(gone);
    vandar.book.authorizations.get(ended)!.state = 'revoked';
    vandar.state.mood = 'no business';
    await site.tick(HOUR);
    expect(await queued(gone)).toBe(1);
    vandar.state.mood = 'fine';
    await site.tick(DAY);
    expect([await queued(gone), await queued(ended), await queued(remaining)]).toEqual([0, 0, 0]);
    expect(atVandar(remaining)).toBe('revoked');
  });

  it('that fails five times raises one alarm', async () => {
    const id = await agree(who);
    vandar.state.mood = 'html';
    await site.call(deleteSubscription, { id: await mandateId() }, who);
    for (let day = 0; day < 8; day += 1) await site.tick(DAY + 60);
    expect(await site.count("alarms WHERE kind = 'mandate_not_revoked' AND text LIKE ?", `%${id}%`)).toBe(1);
    vandar.state.mood = 'fine';
    await site.tick(DAY + 60);
    expect(await queued(id)).toBe(0);
  });

  it('is not lost with a cancelled account, nor with an erased one', async () => {
    const id = await agree(who);
    vandar.state.mood = 'html';
    const { data } = await site.call(cancelAccount, { confirm: true }, who);
    expect(await queued(id)).toBe(1);
    const start = site.clock.now;
    site.clock.now = data.erase_at;
    await site.tick(120);
    expect(await site.count('mandates WHERE user_id = ?', who.id)).toBe(0);
    expect(await queued(id)).toBe(1);
    vandar.state.mood = 'fine';
    await site.tick(DAY + 60);
    expect(atVandar(id)).toBe('revoked');
    expect(await queued(id)).toBe(0);
    site.clock.now = start;
  });

  it('follows an agreement whose confirmation nobody finished', async () => {
    const page = await begin();
    const id = `auth-${parseToken(page)}`;
    vandar.book.authorizations.get(id)!.state = 'active';
    await site
      .sql('UPDATE mandates SET authorization_id = ?, claimed_at = ? WHERE user_id = ?', id, site.clock.now, who.id)
      .run();
    await site.tick(31 * 60);
    expect(await readMandateState()).toBe('failed');
    expect(atVandar(id)).toBe('revoked');
  });
});
