import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buySubscription, getSubscriptions } from '../../../src/features/direct-debit/contract.ts';
import { getAccount } from '../../../src/features/operator/accounts-contract.ts';
import { endRenewal } from '../../../src/features/operator/renewals-contract.ts';
import { listAccess } from '../../../src/features/staff/access-contract.ts';
import { getOwnSubscription } from '../../../src/features/subscription/contract.ts';
import { openDebit } from '../../support/money/debit.ts';
import { openMoney, PLAN, SERIES, type Visitor } from '../../support/money/money.ts';
import { openStaff } from '../../support/money/staff.ts';
import { parseAnswer, parseFailure } from '../../support/site/api.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const ROOT = 'r'.repeat(40);
const { platform, vandar, site: shop, agree } = await openDebit();
const site = openMoney(platform, {
  ...shop.env,
  ...{ OPERATOR_TOKEN: `root:${ROOT}`, MEDIA_SIGNING_KEY: 'k'.repeat(43) },
});
const root: Visitor = { id: 0, mobile: '', token: ROOT };
const { join, open } = openStaff(site, root);
const [staff, finance] = [await join('support'), await join('finance')];
const reason = 'asked to end it';

let who: Visitor;
beforeEach(async () => {
  Object.assign(vandar.state, { outcome: 'DONE', mood: 'fine', tells: true, takes: null });
  await site.sql('DELETE FROM direct_debit_charges').run();
  shop.clock.now = site.clock.now;
  who = await site.visitor({ subscribedUntil: site.clock.now + 10 * DAY });
  await open(staff);
});
afterEach(async () => {
  expect(await site.books()).toEqual([]);
});

const refuse = async (...[call, input, by]: Parameters<typeof site.ask>) => {
  const response = await site.ask(call, input, by);
  if (response.status === 200) return 'done';
  const { status, code } = await parseFailure(response);
  return `${String(status)} ${code}`;
};
const end = async (input: { revoke?: boolean; rehearse?: boolean }, id = who.id) =>
  (await site.call(endRenewal, { id, reason, ...input }, staff)).data;
const readSettings = async (by = who) => (await site.call(getSubscriptions, {}, by)).data;
const atVandar = (id: string) => vandar.book.authorizations.get(id)?.state;
/** Past the renewal's time. */
async function passRenewal() {
  site.clock.now += 10 * DAY;
  await site.tick(120);
  await site.tick(120);
}

describe('the end of a renewal at the wish of the person', () => {
  it('is what was shown, keeps the days and the bank, and nothing is collected afterwards', async () => {
    const id = await agree(who, { subscription: true, series: [SERIES.id] }, shop);
    const renewsAt = (await site.call(getOwnSubscription, {}, who)).data.renews_at;
    const preview = await end({ rehearse: true });
    expect(preview).toMatchObject({
      before: { renews: true, pay_anything: false, series: 1, banks: ['012'] },
      after: { renews: false, pay_anything: false, series: 1, banks: ['012'] },
      next: { at: renewsAt, toman: PLAN.total },
      ...{ until: site.clock.now + 10 * DAY - 30, open_debits: 0 },
    });
    expect((await readSettings()).configs.subscription).toBe(true);
    expect(await end({})).toEqual(preview);
    expect((await readSettings()).configs.subscription).toBe(false);
    expect(atVandar(id)).toBe('active');
    await passRenewal();
    expect(await site.count('payments WHERE user_id = ?', who.id)).toBe(0);
  });

  it('is on the account’s page before it, with the plan after a renewal', async () => {
    const readAccount = async () => (await site.call(getAccount, { id: who.id }, staff)).data;
    expect(await readAccount()).toMatchObject({ plan: null, renewal: null });
    await agree(who, { subscription: true }, shop);
    const renewsAt = (await site.call(getOwnSubscription, {}, who)).data.renews_at;
    expect((await readAccount()).renewal).toEqual({ at: renewsAt, toman: PLAN.total });
    await passRenewal();
    await open(staff);
    expect((await readAccount()).plan).toMatchObject({ name_en: 'Month' });
    await end({});
    expect((await readAccount()).renewal).toBeNull();
  });

  it('leaves the same rows as the own end of the visitor', async () => {
    const other = await site.visitor({ subscribedUntil: site.clock.now + 10 * DAY });
    for (const visitor of [who, other]) await agree(visitor, { subscription: true, pay_anything: true }, shop);
    await end({});
    await site.call(buySubscription, { subscription: false, add_new_bank: false }, other);
    const read = (id: number) =>
      site.sql(
        'SELECT subscription, pay_anything, bank, turned_on_at FROM direct_debit_settings WHERE user_id = ?',
        id,
      );
    const [mine, theirs] = [await read(who.id).first(), await read(other.id).first()];
    expect({ ...mine, turned_on_at: 0 }).toEqual({ ...theirs, turned_on_at: 0 });
  });

  it('with the banks ends all that is collected, at the provider, too, or by the schedule where it does not answer', async () => {
    const [first, second] = [
      await agree(who, { subscription: true, pay_anything: true, series: [SERIES.id] }, shop),
      await agree(who, {}, shop),
    ];
    const preview = await end({ revoke: true, rehearse: true });
    expect(preview.after).toEqual({ renews: false, pay_anything: false, series: 0, banks: [] });
    expect([atVandar(first), atVandar(second)]).toEqual(['active', 'active']);
    vandar.state.mood = 'html';
    expect(await end({ revoke: true })).toEqual(preview);
    expect((await readSettings()).subscriptions).toEqual([]);
    vandar.state.mood = 'fine';
    await site.tick(HOUR);
    expect([atVandar(first), atVandar(second)]).toEqual(['revoked', 'revoked']);
  });

  it('is one state after thirty presses at one moment, and each leaves a row that the person reads', async () => {
    await agree(who, { subscription: true }, shop);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => site.ask(endRenewal, { id: who.id, revoke: true, reason }, staff)),
    );
    for (const answer of answers.filter(({ status }) => status === 200))
      expect((await parseAnswer(endRenewal, answer)).data.after).toMatchObject({ renews: false, banks: [] });
    expect(await site.count("mandates WHERE user_id = ? AND state = 'active'", who.id)).toBe(0);
    const { data } = await site.call(listAccess, {}, who);
    expect(data[0]).toMatchObject({ action: 'endRenewal', reason });
  });

  it('is refused of one’s own account, an erased and an unknown one, without a reason and the permission', async () => {
    expect(await refuse(endRenewal, { id: staff.id, reason }, staff)).toBe('403 own_account');
    expect(await refuse(endRenewal, { id: 987_654, reason }, staff)).toBe('404 person_unknown');
    expect(await refuse(endRenewal, { id: who.id, reason: 'x' }, staff)).toBe('422 invalid_input');
    await open(finance);
    expect(await refuse(endRenewal, { id: who.id, reason }, finance)).toBe('403 operator_role');
    expect(await refuse(endRenewal, { id: who.id, reason }, who)).toBe('401 unauthenticated');
    await site.sql('UPDATE users SET cancelled_at = 1, erase_at = NULL WHERE id = ?', who.id).run();
    expect(await refuse(endRenewal, { id: who.id, reason }, staff)).toBe('404 person_unknown');
    site.clock.now += 11 * 60;
    expect(await refuse(endRenewal, { id: who.id, reason }, staff)).toBe('403 staff_confirm');
  });
});
