import { describe, expect, it } from 'vitest';
import { buyTitle } from '../../../src/features/checkout/contract.ts';
import {
  approveCompensation,
  getCompensation,
  proposeCompensation,
} from '../../../src/features/compensation/desk-contract.ts';
import { extendAccount, undoDays } from '../../../src/features/operator/accounts-contract.ts';
import * as approvals from '../../../src/features/operator/approvals-contract.ts';
import { correctLedger, refundPayment, resolveDebit } from '../../../src/features/operator/contract.ts';
import { rehearseRefund, undoRefund } from '../../../src/features/operator/desk-payments-contract.ts';
import { addKey } from '../../../src/features/staff/contract.ts';
import { FILM, openMoney, type Visitor } from '../../support/money/money.ts';
import { openShop, topUp } from '../../support/money/shop.ts';
import { openStaff } from '../../support/money/staff.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const ROOT = 'd'.repeat(40);
const site = openMoney(platform, { OPERATOR_TOKEN: `root:${ROOT}`, MEDIA_SIGNING_KEY: 'k'.repeat(43) });
const root: Visitor = { id: 0, mobile: '', token: ROOT };
const { join, open } = openStaff(site, root);
const [owner, other] = [await join('owner'), await join('owner')];
const reason = 'asked for it';
let keys = 0;
const newKey = () => `own-account-${String((keys += 1))}`;
const wallet = ({ id }: Visitor) => `wallet:${String(id)}`;

/** The member of an approval. */
let concerned = owner;
async function joinOwner() {
  concerned = await join('owner');
  return concerned;
}

async function buyFilm(who: Visitor): Promise<string> {
  await topUp(site, who, 100_000);
  const { data } = await site.call(buyTitle, { id: FILM.id, payment_method: 'wallet' }, who);
  return data.payment.id;
}
const buildRefund = (payment_id: string) => ({ key: newKey(), payment_id, destination: 'wallet', reason }) as const;
const buildMove = (more: object) => ({ key: newKey(), from: 'vat', to: 'suspense', toman: 1, reason, ...more });
const ask = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const response = await site.ask(call, input, who);
  if (response.status === 200) return 'done';
  const { status, code } = await parseFailure(response);
  return `${String(status)} ${code}`;
};

const stranger = await site.visitor();
const payment = await buyFilm(owner);
const days = { id: owner.id, key: newKey(), days: 7, reason };
const gift = (await site.call(extendAccount, days, root)).data;
const key = await makeKey();

async function makeKey(): Promise<Visitor> {
  const permissions = ['payments.refund', 'people.write', 'ledger.correct', 'compensation.approve'] as const;
  const { data } = await site.call(addKey, { name: 'of-the-owner', permissions: [...permissions] }, owner);
  return { id: 0, mobile: '', token: data.secret };
}

const refund = (await site.call(refundPayment, { ...buildRefund(payment), lines: [{ line: 0, toman: 10 }] }, root))
  .data;

/** A film that the owner alone has bought. */
async function proposeFault(proposer: Visitor) {
  site.clock.now += 60;
  const { now } = site.clock;
  const time = { from: now - 2, until: now };
  const wanted = { key: newKey(), kind: 'title', subject: FILM.id, ...time, days: 1, reason };
  return (await site.call(proposeCompensation, wanted, proposer)).data;
}
await open(owner);
const fault = await proposeFault(owner);

const ACTS = [
  ['a refund of their payment', refundPayment, () => buildRefund(payment)],
  ['the undo of one', undoRefund, () => ({ payment_id: payment, refund: refund.id, reason: 'mine' })],
  ['days', extendAccount, () => ({ ...days, key: newKey() })],
  ['the rehearsal of days', extendAccount, () => ({ ...days, key: newKey(), rehearse: true })],
  ['the undo of days', undoDays, () => ({ id: owner.id, compensation: gift.id, reason: 'a slip' })],
  ['a correction to their wallet', correctLedger, () => buildMove({ to: wallet(owner) })],
  ['a correction from their wallet', correctLedger, () => buildMove({ from: wallet(owner), to: wallet(stranger) })],
  ['a correction of their payment', correctLedger, () => buildMove({ payment_id: payment })],
  ['a case that gives them days', approveCompensation, () => ({ id: fault.id, days: 1, people: fault.people })],
  ['a debit of theirs', resolveDebit, () => ({ payment_id: payment, taken: 5, destination: 'wallet', reason })],
] as const;

describe('of their own account a member does not make', () => {
  it.each(ACTS)(
    '%s, nor does a key of theirs: 403 with a row of the trail, and nothing is written',
    async (_, call, input) => {
      const before = [await site.count('ledger_entries'), await site.count('compensations'), await site.wallet(owner)];
      for (const caller of [owner, key]) {
        expect(await ask(call, input(), caller)).toMatch(/^403 own_account/);
        const row = await site.sql('SELECT action, status FROM operator_audit ORDER BY id DESC').first();
        expect(row).toEqual({ action: call.name, status: 403 });
      }
      expect([await site.count('ledger_entries'), await site.count('compensations'), await site.wallet(owner)]).toEqual(
        before,
      );
      expect(await ask(call, input(), other)).not.toMatch(/own_account/);
    },
  );

  it.each([
    ['a refund', approvals.requestRefund, async () => buildRefund(await buyFilm(await joinOwner()))],
    [
      'a correction to the wallet',
      approvals.requestCorrection,
      async () => buildMove({ to: wallet(await joinOwner()) }),
    ],
    [
      'a correction from the wallet',
      approvals.requestCorrection,
      async () => {
        const who = await joinOwner();
        await topUp(site, who, 50_000);
        return buildMove({ from: wallet(who), to: wallet(stranger) });
      },
    ],
    [
      'a correction of the payment',
      approvals.requestCorrection,
      async () => buildMove({ to: wallet(stranger), payment_id: await buyFilm(await joinOwner()) }),
    ],
  ])('an approval of %s', async (_, call, input) => {
    const wanted = await input();
    await open(owner);
    const { data } = await site.call(call, wanted, owner);
    await open(concerned);
    expect(await ask(approvals.approveRequest, { id: data.id }, concerned)).toMatch(/^403 approval_self/);
    await open(other);
    expect(await ask(approvals.approveRequest, { id: data.id }, other)).toBe('done');
  });
});

describe('days by a case', () => {
  it('are not given to oneself whoever proposed them, and the desk says so before', async () => {
    await site.sql("UPDATE compensation_cases SET state = 'refused' WHERE state = 'proposed'").run();
    const buyer = await joinOwner();
    await buyFilm(buyer);
    for (const proposer of [root, buyer]) {
      await open(buyer);
      await open(other);
      const { id, people, days } = await proposeFault(proposer);
      const seen = async (who: Visitor) => (await site.call(getCompensation, { id }, who)).data.is_own;
      expect([await seen(buyer), await seen(other)]).toEqual([true, false]);
      const press = { id, days, people };
      expect(await ask(approveCompensation, press, buyer)).toMatch(/^403 own_account/);
      // More days than were proposed are a proposal of the other member's own.
      expect(await ask(approveCompensation, { ...press, days: days + 1 }, other)).toMatch(/^403 compensation_second/);
      expect(await ask(approveCompensation, press, other)).toBe('done');
      expect(await seen(buyer)).toBe(false);
    }
  });
});

it('is asked of a second member by the form of a refund', async () => {
  const buyer = await joinOwner();
  await open(buyer);
  const wanted = { ...buildRefund(await buyFilm(buyer)), lines: [{ line: 0, toman: 10 }] };
  expect((await site.call(rehearseRefund, wanted, buyer)).data.needs_approval).toBe(true);
  expect((await site.call(rehearseRefund, wanted, other)).data.needs_approval).toBe(false);
});
