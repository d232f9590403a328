import { beforeEach, describe, expect, it } from 'vitest';
import * as approvals from '../../../src/features/operator/approvals-contract.ts';
import { correctLedger, resolveDebit } from '../../../src/features/operator/contract.ts';
import { listPayments } from '../../../src/features/payments/contract.ts';
import type { Input } from '../../../src/platform/http/calls/call.ts';
import { openDebit } from '../../support/money/debit.ts';
import { openMoney, type Visitor } from '../../support/money/money.ts';
import { topUp } from '../../support/money/shop.ts';
import { openStaff } from '../../support/money/staff.ts';
import { parseFailure } from '../../support/site/api.ts';
import { openPlatform } from '../../support/site/sqlite-platform.ts';

const DAY = 24 * 60 * 60;
const TAKEN = 12_000;
const [ROOT, HELPER] = ['r'.repeat(40), 'h'.repeat(40)];
const { platform, vandar, site: shop, agree } = await openDebit(openPlatform);
const site = openMoney(platform, {
  ...shop.env,
  ...{ OPERATOR_TOKEN: `root:${ROOT},helper/finance:${HELPER}`, REFUND_ALONE_TOMAN: '10000' },
  MEDIA_SIGNING_KEY: 'k'.repeat(43),
});
const { clock } = site;
const [root, helper] = [ROOT, HELPER].map((token) => ({ id: 0, mobile: '', token })) as [Visitor, Visitor];
const { join, open } = openStaff(site, root);
const [first, second, support] = [await join('finance'), await join('finance'), await join('support')];
let count = 0;

const move = (to: string, toman: number): Input<typeof correctLedger> => {
  count += 1;
  return { key: `two-move-${String(count)}`, from: 'vat', to, toman, reason: 'a slip' };
};
const wallet = ({ id }: Visitor) => `wallet:${String(id)}`;
const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const response = await site.ask(call, input, who);
  return response.status === 200 ? 'done' : (await parseFailure(response)).code;
};
const approve = (id: number, who: Visitor = second) => refuse(approvals.approveRequest, { id }, who);

beforeEach(async () => {
  clock.now += 2 * DAY;
  for (const member of [first, second, support]) await open(member);
  expect(await site.books()).toEqual([]);
});

describe('a correction of the ledger', () => {
  it('above the sum of a day is refused to one person, all operators and parts together', async () => {
    const who = await site.visitor();
    for (const caller of [first, helper]) {
      expect(await refuse(correctLedger, move(wallet(who), 10_001), caller)).toBe('approval_required');
    }
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        refuse(correctLedger, move(wallet(who), 3000), [first, second, helper][at % 3] ?? first),
      ),
    );
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(3);
    expect(new Set(answers)).toEqual(new Set(['done', 'approval_required']));
    expect(await site.wallet(who)).toBe(9000);
    clock.now += DAY + 1;
    await open(first);
    expect(await refuse(correctLedger, move(wallet(who), 10_000), first)).toBe('done');
  });

  it('is made once by two people, just as the first one saw it, and does not use up the sum of one', async () => {
    const who = await site.visitor();
    const wanted = move(wallet(who), 50_000);
    expect(await refuse(approvals.requestCorrection, wanted, helper)).toBe('approval_person');
    expect(await refuse(approvals.requestCorrection, wanted, support)).toBe('operator_role');
    const { data } = await site.call(approvals.requestCorrection, wanted, first);
    expect(data).toMatchObject({
      ...{ kind: 'correction', subject: wanted.key, user_id: who.id, state: 'open' },
      preview: {
        entries: [
          { account: 'vat', amount: -50_000 },
          { account: wallet(who), amount: 50_000 },
        ],
        wallets: [{ account: wallet(who), before: 0, after: 50_000 }],
      },
    });
    expect(await site.wallet(who)).toBe(0);
    expect(await approve(data.id, first)).toBe('approval_self');
    expect(await approve(data.id, support)).toBe('approval_unknown');
    const answers = await Promise.all(Array.from({ length: 10 }, () => approve(data.id)));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(await site.wallet(who)).toBe(50_000);
    const row = site.sql("SELECT operator FROM operator_audit WHERE action = 'correctLedger' ORDER BY id DESC LIMIT 1");
    expect(await row.first('operator')).toBe(`person:${first.name} + person:${second.name}`);
    expect(await refuse(correctLedger, move(wallet(who), 10_000), first)).toBe('done');
  });

  it('is refused where the wallet has moved since, and to whom the money goes', async () => {
    const who = await site.visitor();
    const stale = await site.call(approvals.requestCorrection, move(wallet(who), 50_000), first);
    await topUp(site, who, 20_000);
    expect(await approve(stale.data.id)).toBe('approval_stale');
    const other = await site.visitor();
    await topUp(site, other, 60_000);
    const between = { ...move(wallet(who), 50_000), from: wallet(other) };
    const both = await site.call(approvals.requestCorrection, between, first);
    expect(both.data).toMatchObject({
      preview: {
        wallets: [
          { account: wallet(other), before: 60_000, after: 10_000 },
          { account: wallet(who), before: 20_000, after: 70_000 },
        ],
      },
    });
    await topUp(site, other, 20_000);
    expect(await approve(both.data.id)).toBe('approval_stale');
    const ownRequest = await site.call(approvals.requestCorrection, move(wallet(second), 50_000), first);
    expect(await approve(ownRequest.data.id)).toBe('approval_self');
    const none = await site.call(approvals.requestCorrection, move('bank:saman', 50_000), first);
    expect(none.data).toMatchObject({ user_id: null, mobile: null, preview: { wallets: [] } });
    expect(await approve(none.data.id)).toBe('done');
  });
});

describe('a debit of a wrong amount', () => {
  it('above the sum is booked by two people, and its charge ends', async () => {
    Object.assign(vandar.state, { outcome: 'DONE', mood: 'fine', tells: true, takes: TAKEN * 10 });
    const who = await site.visitor({ subscribedUntil: clock.now + DAY });
    shop.clock.now = clock.now;
    await agree(who, { subscription: true });
    await site.tick(120);
    await site.tick(120);
    const id = (await site.call(listPayments, {}, who)).data[0]?.id ?? '';
    const wanted = { payment_id: id, taken: TAKEN, destination: 'wallet', reason: 'took too little' } as const;
    expect(await refuse(resolveDebit, wanted, first)).toBe('approval_required');
    const key = 'two-debit-1';
    expect(await refuse(approvals.requestDebit, { ...wanted, key, taken: TAKEN * 10 }, first)).toBe('amount_invalid');
    const { data } = await site.call(approvals.requestDebit, { ...wanted, key }, first);
    expect(data).toMatchObject({
      kind: 'debit',
      subject: id,
      user_id: who.id,
      preview: { wallets: [{ after: TAKEN }] },
    });
    expect(await approve(data.id)).toBe('done');
    expect(await site.wallet(who)).toBe(TAKEN);
    const state = site.sql('SELECT state FROM direct_debit_charges WHERE user_id = ?', who.id);
    expect(await state.first('state')).toBe('done');
    expect(await refuse(correctLedger, move(wallet(who), 10_000), first)).toBe('done');
  });
});
