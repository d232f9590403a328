import { beforeEach, describe, expect, it } from 'vitest';
import { buyPlan, buyTitle } from '../../../src/features/checkout/contract.ts';
import { extendAccount } from '../../../src/features/operator/accounts-contract.ts';
import * as approvals from '../../../src/features/operator/approvals-contract.ts';
import { refundPayment } from '../../../src/features/operator/contract.ts';
import { rehearseRefund } from '../../../src/features/operator/desk-payments-contract.ts';
import * as staff from '../../../src/features/staff/contract.ts';
import type { Input } from '../../../src/platform/http/calls/call.ts';
import { readAuthenticator } from '../../support/authenticator.ts';
import { FILM, openMoney, PLAN, type Visitor } from '../../support/money/money.ts';
import { changePlace, openStaff } from '../../support/money/staff.ts';
import { openShop, topUp } from '../../support/money/shop.ts';
import { openFlaky, type Moods } from '../../support/money/flaky-approvals.ts';
import { addRow } from '../../support/database/rows.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const [ROOT, HELPER] = ['d'.repeat(40), 'h'.repeat(40)];
const settings = { MEDIA_SIGNING_KEY: 'k'.repeat(43), REFUND_ALONE_TOMAN: '30000' };
const site = openMoney(platform, { OPERATOR_TOKEN: `root:${ROOT},helper/finance:${HELPER}`, ...settings });
const [root, helper] = [ROOT, HELPER].map((token) => ({ id: 0, mobile: '', token })) as [Visitor, Visitor];
const { clock } = site;
const HOUR = 60 * 60;
let count = 0;

const { join, open } = openStaff(site, root);

const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const { status, code } = await parseFailure(await site.ask(call, input, who));
  return `${String(status)} ${code}`;
};

async function buyFilm() {
  const who = await site.visitor();
  await topUp(site, who, 200_000);
  const { data } = await site.call(buyTitle, { id: FILM.id, payment_method: 'wallet' }, who);
  return { who, id: data.payment.id };
}

function want(id: string, more: Partial<Input<typeof refundPayment>> = {}): Input<typeof refundPayment> {
  count += 1;
  return {
    ...{ key: `two-refund-${String(count)}`, payment_id: id, destination: 'wallet', reason: 'asked for it' },
    ...more,
  };
}

/** Past the call's own rules, as a batch that began before a role changed. */
const approveBySql = (id: number, by: number) =>
  addRow(platform.env.DB, 'approval_decisions', {
    ...{ approval_id: id, decision: 'approved', decided_by: by, decided_at: clock.now },
  });
const disturb = (moods: Moods) => openFlaky(platform, settings, clock.now, moods);
const countRefunds = (id: string) =>
  site.sql('SELECT count(*) AS n FROM refunds WHERE payment_id = ?', id).first<number>('n');

const [first, second] = [await join('support'), await join('finance')];
const request = async (id: string) => (await site.call(approvals.requestRefund, want(id), first)).data;
const approve = (id: number, who: Visitor = second) => refuseOrState(id, who);
async function refuseOrState(id: number, who: Visitor) {
  const response = await site.ask(approvals.approveRequest, { id }, who);
  if (response.status !== 200) return (await parseFailure(response)).code;
  return (await response.json<{ data: { state: string } }>()).data.state;
}

beforeEach(async () => {
  clock.now += HOUR;
  await site.call(staff.getStaffSelf, {}, first);
  await open(first);
  await open(second);
});

describe('a refund above the bound', () => {
  it('is refused to one person, key or limited token, and made alone by the token of the settings', async () => {
    const { id } = await buyFilm();
    expect((await site.call(rehearseRefund, want(id), first)).data.needs_approval).toBe(true);
    expect((await site.call(rehearseRefund, want(id), root)).data.needs_approval).toBe(false);
    const owner = await join('owner');
    const { data } = await site.call(staff.addKey, { name: 'refunder', permissions: ['payments.refund'] }, owner);
    const key = { id: 0, mobile: '', token: data.secret };
    for (const who of [first, second, owner, key, helper]) {
      expect(await refuse(refundPayment, want(id), who)).toBe('409 approval_required');
    }
    for (const who of [key, helper, root]) {
      expect(await refuse(approvals.requestRefund, want(id), who)).toBe('403 approval_person');
    }
    expect(await countRefunds(id)).toBe(0);
    expect((await site.ask(refundPayment, want(id), root)).status).toBe(200);
  });

  it('counts all parts of a payment, also of one moment', async () => {
    const { id } = await buyFilm();
    const part = (toman: number) => want(id, { lines: [{ line: 0, toman }] });
    expect((await site.ask(refundPayment, part(20_000), first)).status).toBe(200);
    expect(await refuse(refundPayment, part(10_001), second)).toBe('409 approval_required');
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => site.ask(refundPayment, part(4000), at % 2 === 0 ? first : second)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    const sum = await site.sql('SELECT sum(toman) AS n FROM refund_lines WHERE payment_id = ?', id).first('n');
    expect(sum).toBe(28_000);
  });

  it('needs two for everything where the setting is not a sum', async () => {
    for (const value of ['0', '-5', 'a lot', '1e9']) {
      const closed = openMoney(platform, { ...settings, REFUND_ALONE_TOMAN: value });
      closed.clock.now = clock.now;
      const { id } = await buyFilm();
      const answer = await closed.ask(refundPayment, want(id, { lines: [{ line: 0, toman: 1000 }] }), first);
      const { status, code } = await parseFailure(answer);
      expect(`${String(status)} ${code}`, value).toBe('409 approval_required');
      expect(await countRefunds(id)).toBe(0);
    }
  });
});

describe('a second member', () => {
  it('sees what the first saw, approves it once, and both are in the trail', async () => {
    const { who, id } = await buyFilm();
    const wanted = want(id);
    const { data: rehearsal } = await site.call(rehearseRefund, wanted, first);
    const { data: made } = await site.call(approvals.requestRefund, wanted, first);
    expect((await site.call(approvals.requestRefund, wanted, first)).data.id).toBe(made.id);
    const { data: list } = await site.call(approvals.listApprovals, {}, second);
    const { needs_approval: _, ...preview } = rehearsal;
    expect(list.find((row) => row.id === made.id)).toMatchObject({
      ...{ kind: 'refund', state: 'open', subject: id, user_id: who.id, is_own: false },
      ...{ preview, reason: 'asked for it', requester: `person:${first.name}` },
    });
    expect(await approve(made.id, first)).toBe('approval_self');
    expect(await countRefunds(id)).toBe(0);
    expect(await approve(made.id)).toBe('approved');
    expect(await approve(made.id)).toBe('approval_closed');
    expect(await refuse(approvals.rejectRequest, { id: made.id, reason: 'too late' }, second)).toBe(
      '409 approval_closed',
    );
    expect(await countRefunds(id)).toBe(1);
    const entries = site.sql(
      "SELECT account, amount FROM ledger_entries WHERE payment_id = ? AND event LIKE 'refund:%' ORDER BY id",
      id,
    );
    expect((await entries.all()).results).toEqual(preview.entries);
    const { results } = await site
      .sql(
        'SELECT operator, action, status FROM operator_audit WHERE subject IN (?, ?) AND status = 200 ORDER BY id',
        `${id} ${wanted.key}`,
        `approval:${String(made.id)}`,
      )
      .all();
    expect(results).toEqual([
      { operator: `person:${first.name}`, action: 'requestRefund', status: 200 },
      { operator: `person:${first.name}`, action: 'requestRefund', status: 200 },
      { operator: `person:${second.name}`, action: 'approveRequest', status: 200 },
      { operator: `person:${first.name} + person:${second.name}`, action: 'refundPayment', status: 200 },
    ]);
  });

  it('of thirty at once approves once', async () => {
    const { id } = await buyFilm();
    const made = await request(id);
    const third = await join('support');
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => approve(made.id, at % 2 === 0 ? second : third)),
    );
    expect(answers.filter((answer) => answer === 'approved')).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(['approved', 'approval_closed']));
    expect(await countRefunds(id)).toBe(1);
  });

  it('has done it where the answer of the database was lost: approved and rejected are told and in the trail', async () => {
    const { id } = await buyFilm();
    const [refund, rejection] = [await request(id), await request(id)];
    const flaky = () => disturb({ isAnswerLost: true });
    const { data: done } = await flaky().call(approvals.approveRequest, { id: refund.id }, second);
    expect(done.state).toBe('approved');
    const wanted = { id: rejection.id, reason: 'the film played' };
    expect((await flaky().call(approvals.rejectRequest, wanted, second)).data.state).toBe('rejected');
    expect(await countRefunds(id)).toBe(1);
    const { results } = await site
      .sql('SELECT action, status FROM operator_audit WHERE subject LIKE ? ORDER BY id', `${id} %`)
      .all();
    expect(results.at(-1)).toEqual({ action: 'refundPayment', status: 200 });
  });

  it('gives a code of the last minutes, which counts once', async () => {
    const { id } = await buyFilm();
    const made = await request(id);
    clock.now += HOUR;
    expect(await approve(made.id)).toBe('staff_confirm');
    await open(first);
    await open(second);
    const used = { code: readAuthenticator(second.secret, clock.now) };
    await site.sql('UPDATE staff_sessions SET confirmed_at = 0 WHERE staff_id = ?', second.staffId).run();
    expect(await refuse(staff.openStaffSession, used, second)).toMatch(/^4/);
    expect(await approve(made.id)).toBe('staff_confirm');
    await open(second);
    expect(await approve(made.id)).toBe('approved');
    expect(await countRefunds(id)).toBe(1);
  });

  it('is not the account that the money goes to', async () => {
    await topUp(site, second, 200_000);
    const { data } = await site.call(buyTitle, { id: FILM.id, payment_method: 'wallet' }, second);
    const made = await request(data.payment.id);
    expect(await approve(made.id)).toBe('approval_self');
  });

  it('rejects with a reason, and the maker may take a request back', async () => {
    const { id } = await buyFilm();
    const [one, other] = [await request(id), await request(id)];
    const rejected = await site.call(approvals.rejectRequest, { id: one.id, reason: 'the film played' }, second);
    expect(rejected.data).toMatchObject({ state: 'rejected', decision_reason: 'the film played' });
    expect((await site.call(approvals.rejectRequest, { id: other.id, reason: 'wrong one' }, first)).data.state).toBe(
      'rejected',
    );
    expect(await approve(one.id)).toBe('approval_closed');
    expect(await countRefunds(id)).toBe(0);
  });

  it('finds no request of a kind that the role may not do, and none with another role', async () => {
    const { id } = await buyFilm();
    const made = await request(id);
    const [moderator, viewer] = [await join('moderator'), await join('viewer')];
    for (const who of [moderator, viewer]) {
      expect(await refuse(approvals.approveRequest, { id: made.id }, who)).toBe('403 operator_role');
      expect(await refuse(approvals.listApprovals, {}, who)).toBe('403 operator_role');
    }
    const [owner, other] = [await join('owner'), await site.visitor()];
    const wanted = { key: 'owner-hidden', mobile: other.mobile, name: 'hidden', reason: 'grows' };
    const approval = await site.call(approvals.requestOwner, wanted, owner);
    expect(await approve(approval.data.id)).toBe('approval_unknown');
  });
});

describe('a request ends', () => {
  it('after a day, and with a clock that was ahead', async () => {
    const { id } = await buyFilm();
    const [late, ahead] = [await request(id), await request(id)];
    clock.now -= 400;
    expect(await approve(ahead.id)).toBe('approval_expired');
    clock.now += 24 * HOUR + 400;
    await open(second);
    expect(await approve(late.id)).toBe('approval_expired');
    await expect(approveBySql(late.id, second.staffId)).rejects.toThrow('approval_expired');
    expect(await countRefunds(id)).toBe(0);
  });

  it('with its maker’s role or place, also where both come back', async () => {
    const { id } = await buyFilm();
    for (const roles of [['moderator', 'support'], ['finance'], [null]] as const) {
      const maker = await join('support');
      const { data: made } = await site.call(approvals.requestRefund, want(id), maker);
      for (const role of roles) await changePlace(site, { id: maker.staffId, role }, root);
      expect(await approve(made.id), String(roles)).toBe('approval_void');
    }
    expect(await countRefunds(id)).toBe(0);
  });

  it('not as void where it had expired before its maker’s role changed, and as stale where its reason is erased', async () => {
    const { id } = await buyFilm();
    const [maker, erased] = [await join('support'), await request(id)];
    await site.sql("UPDATE approvals SET reason = '' WHERE id = ?", erased.id).run();
    expect(await approve(erased.id)).toBe('approval_stale');
    expect((await site.call(approvals.listApprovals, {}, second)).data[0]).toMatchObject({ id: erased.id, reason: '' });
    for (const [key, end] of [
      ['long-ago', 1],
      ['still-open', 4_000_000_000],
    ] as const) {
      await addRow(platform.env.DB, 'approvals', { key, requested_by: maker.staffId, expires_at: end });
    }
    await changePlace(site, { id: maker.staffId, role: 'moderator' }, root);
    const voids = site.sql(
      'SELECT a.key FROM approval_decisions d JOIN approvals a ON a.id = d.approval_id WHERE a.requested_by = ?',
      maker.staffId,
    );
    expect((await voids.all()).results).toEqual([{ key: 'still-open' }]);
  });

  it('for who loses the role in the middle: the batch itself refuses', async () => {
    const { id } = await buyFilm();
    const made = await request(id);
    const third = await join('finance');
    await changePlace(site, { id: third.staffId, role: 'viewer' }, root);
    expect(await approve(made.id, third)).toBe('operator_role');
    await expect(approveBySql(made.id, third.staffId)).rejects.toThrow('approval_role');
    await expect(approveBySql(made.id, first.staffId)).rejects.toThrow('approval_self');
  });

  it('where the facts have changed: another refund, other money in the wallet, other days', async () => {
    const film = await buyFilm();
    const parts = await request(film.id);
    await site.call(refundPayment, want(film.id, { lines: [{ line: 0, toman: 1000 }] }), root);
    expect(await approve(parts.id)).toBe('approval_stale');
    const purchase = await buyFilm();
    const late = await request(purchase.id);
    await site.call(refundPayment, want(purchase.id), root);
    expect(await approve(late.id)).toBe('refund_too_large');
    expect(await countRefunds(purchase.id)).toBe(1);
    const purse = await request(film.id);
    await topUp(site, film.who, 50_000);
    expect(await approve(purse.id)).toBe('approval_stale');
    const who = await site.visitor();
    await topUp(site, who, 200_000);
    const { data } = await site.call(buyPlan, { plan_id: PLAN.id, payment_method: 'wallet' }, who);
    const days = await request(data.payment.id);
    await site.call(extendAccount, { id: who.id, key: 'days-two-1', days: 3, reason: 'an outage' }, root);
    expect(await approve(days.id)).toBe('approval_stale');
    const month = await request(data.payment.id);
    clock.now += HOUR;
    await open(second);
    expect(await approve(month.id)).toBe('approved');
    expect(await countRefunds(data.payment.id)).toBe(1);
  });

  it('and stays as it was written', async () => {
    const { id } = await buyFilm();
    const made = await request(id);
    for (const change of ["request = '{}'", "preview = '{}'", 'expires_at = 9999999999', 'requested_by = 1']) {
      await expect(site.sql(`UPDATE approvals SET ${change} WHERE id = ?`, made.id).run()).rejects.toThrow(
        'append_only',
      );
    }
    await expect(site.sql('DELETE FROM approvals WHERE id = ?', made.id).run()).rejects.toThrow('append_only');
  });
});

describe('an owner', () => {
  it('is made by two owners: a new account, or a member who keeps the name', async () => {
    const [one, two] = [await join('owner'), await join('owner')];
    const [stranger, member] = [await site.visitor(), await join('viewer')];
    const ask = (mobile: string, name: string) =>
      site.call(approvals.requestOwner, { key: `owner-${name}`, mobile, name, reason: 'grows' }, one);
    const fresh = (await ask(stranger.mobile, 'fresh')).data;
    const promoted = (await ask(member.mobile, 'promoted')).data;
    expect(promoted).toMatchObject({ kind: 'owner', preview: { name: member.name, role: 'viewer' } });
    expect(await approve(fresh.id, one)).toBe('approval_self');
    expect(await approve(fresh.id, second)).toBe('approval_unknown');
    expect(await approve(fresh.id, two)).toBe('approved');
    expect(await approve(promoted.id, two)).toBe('approved');
    const { data } = await site.call(staff.listStaff, {}, one);
    for (const name of [one.name, two.name]) {
      const trail = await site.call(staff.listAudit, { operator: `person:${name}` }, one);
      const made = trail.data.find(
        ({ action, subject }) => action === 'addStaff' && subject.endsWith('owner-promoted'),
      );
      expect(made).toMatchObject({
        before: JSON.stringify({ name: member.name, role: 'viewer', ended_at: null }),
        after: JSON.stringify({ name: member.name, role: 'owner', ended_at: null }),
      });
    }
    const owners = data.filter(({ role }) => role === 'owner').map(({ name }) => name);
    expect(owners).toEqual(expect.arrayContaining(['fresh', member.name]));
    expect(
      await refuse(
        approvals.requestOwner,
        { key: 'owner-again', mobile: member.mobile, name: 'x', reason: 'grows' },
        one,
      ),
    ).toBe('409 staff_exists');
  });

  it('is the account of the request, whoever has its mobile by then', async () => {
    const [one, two] = [await join('owner'), await join('owner')];
    const [meant, thief] = [await site.visitor(), await site.visitor()];
    const wanted = { key: 'owner-moved', mobile: meant.mobile, name: 'moved', reason: 'grows' };
    const { data } = await site.call(approvals.requestOwner, wanted, one);
    await site.sql("UPDATE users SET mobile = '09990000001' WHERE id = ?", meant.id).run();
    await site.sql('UPDATE users SET mobile = ? WHERE id = ?', meant.mobile, thief.id).run();
    expect(await approve(data.id, two)).toBe('approved');
    const owner = await site.sql("SELECT user_id FROM staff WHERE name = 'moved'").first('user_id');
    expect(owner).toBe(meant.id);
    const stored = await site.sql('SELECT request FROM approvals WHERE id = ?', data.id).first('request');
    expect(stored).toBe('{"name":"moved"}');
  });

  it('is not made, and the request stays open, where the account is cancelled in the middle', async () => {
    const [one, two, meant] = [await join('owner'), await join('owner'), await site.visitor()];
    const wanted = { key: 'owner-cancelled', mobile: meant.mobile, name: 'cancelled', reason: 'grows' };
    const { data } = await site.call(approvals.requestOwner, wanted, one);
    const late = disturb({
      before: () => site.sql('UPDATE users SET cancelled_at = ? WHERE id = ?', clock.now, meant.id).run(),
    });
    const answer = await late.ask(approvals.approveRequest, { id: data.id }, two);
    expect((await parseFailure(answer)).code).toBe('approval_stale');
    const { data: open } = await site.call(approvals.listApprovals, {}, two);
    expect(open.find(({ id }) => id === data.id)?.state).toBe('open');
  });

  it('is not made where the member’s role has changed since', async () => {
    const [one, two, member] = [await join('owner'), await join('owner'), await join('viewer')];
    const wanted = { key: 'owner-stale', mobile: member.mobile, name: 'stale', reason: 'grows' };
    const { data } = await site.call(approvals.requestOwner, wanted, one);
    await changePlace(site, { id: member.staffId, role: 'editor' }, root);
    expect(await approve(data.id, two)).toBe('approval_stale');
  });
});
