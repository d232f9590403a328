import { beforeEach, describe, expect, it } from 'vitest';
import { getAccount } from '../../../src/features/operator/accounts-contract.ts';
import * as approvals from '../../../src/features/operator/approvals-contract.ts';
import { correctLedger, resolveDebit } from '../../../src/features/operator/contract.ts';
import * as moves from '../../../src/features/operator/moves-contract.ts';
import { listPayments } from '../../../src/features/payments/contract.ts';
import { addKey } from '../../../src/features/staff/contract.ts';
import type { Input } from '../../../src/platform/http/calls/call.ts';
import { openDebit } from '../../support/money/debit.ts';
import { openMoney, type Visitor } from '../../support/money/money.ts';
import { topUp } from '../../support/money/shop.ts';
import { openStaff } from '../../support/money/staff.ts';
import { parseFailure } from '../../support/site/api.ts';
import { openPlatform } from '../../support/site/sqlite-platform.ts';

const DAY = 24 * 60 * 60;
const TAKEN = 6000;
const ROOT = 'r'.repeat(40);
const { platform, vandar, site: shop, agree } = await openDebit(openPlatform);
const site = openMoney(platform, {
  ...shop.env,
  ...{ OPERATOR_TOKEN: `root:${ROOT}`, REFUND_ALONE_TOMAN: '10000', MEDIA_SIGNING_KEY: 'k'.repeat(43) },
});
const { clock } = site;
const root: Visitor = { id: 0, mobile: '', token: ROOT };
const { join, open } = openStaff(site, root);
const [finance, second] = [await join('finance'), await join('finance')];
let count = 0;

const wallet = ({ id }: Visitor) => `wallet:${String(id)}`;
const move = (part: Partial<Input<typeof correctLedger>>): Input<typeof correctLedger> => {
  count += 1;
  return { key: `one-move-${String(count)}`, from: 'vat', to: 'suspense', toman: 1000, reason: 'a slip', ...part };
};
const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const response = await site.ask(call, input, who);
  return response.status === 200 ? 'done' : (await parseFailure(response)).code;
};
const listLegs = async () => {
  const { results } = await site
    .sql('SELECT account, amount FROM ledger_entries WHERE event LIKE ? ORDER BY id DESC LIMIT 2', 'correction:%')
    .all();
  return results.reverse();
};

beforeEach(async () => {
  clock.now += 2 * DAY;
  for (const member of [finance, second]) await open(member);
  expect(await site.books()).toEqual([]);
});

describe('a correction in the desk', () => {
  it('does just what its rehearsal shows, which writes nothing, and the trail has its reason', async () => {
    const [who, other] = [await site.visitor(), await site.visitor()];
    await topUp(site, other, 20_000);
    const between = move({ from: wallet(other), to: wallet(who), toman: 7000 });
    const entries = await site.count('ledger_entries');
    const { data } = await site.call(moves.rehearseCorrection, between, finance);
    expect(data).toEqual({
      entries: [
        { account: wallet(other), amount: -7000 },
        { account: wallet(who), amount: 7000 },
      ],
      wallets: [
        { account: wallet(other), before: 20_000, after: 13_000 },
        { account: wallet(who), before: 0, after: 7000 },
      ],
      needs_approval: false,
    });
    expect([await site.count('ledger_entries'), await site.wallet(who)]).toEqual([entries, 0]);
    await site.call(correctLedger, between, finance);
    expect(await listLegs()).toEqual(data.entries);
    expect([await site.wallet(other), await site.wallet(who)]).toEqual([13_000, 7000]);
    const row = site.sql(
      "SELECT before, after FROM operator_audit WHERE action = 'correctLedger' ORDER BY id DESC LIMIT 1",
    );
    expect(JSON.parse(String(await row.first('before')))).toEqual({ [wallet(other)]: 20_000, [wallet(who)]: 0 });
    expect(JSON.parse(String(await row.first('after')))).toEqual({
      ...{ from: wallet(other), to: wallet(who), toman: 7000, reason: 'a slip', payment_id: null, tracking: null },
      ...{ [wallet(other)]: 13_000, [wallet(who)]: 7000 },
    });
  });

  it('asks for a second person above the bound of a day, and for the own account of whoever makes it', async () => {
    const who = await site.visitor();
    const show = async (input: ReturnType<typeof move>, caller: Visitor = finance) =>
      (await site.call(moves.rehearseCorrection, input, caller)).data.needs_approval;
    expect(await show(move({ to: wallet(who), toman: 10_000 }))).toBe(false);
    expect(await show(move({ to: wallet(who), toman: 10_001 }))).toBe(true);
    expect(await show(move({ to: wallet(who), toman: 10_001 }), root)).toBe(false);
    await site.call(correctLedger, move({ to: wallet(who), toman: 6000 }), second);
    expect(await show(move({ to: wallet(who), toman: 4001 }))).toBe(true);
    const ownMove = move({ to: wallet(finance), toman: 1 });
    expect(await show(ownMove)).toBe(true);
    expect(await refuse(correctLedger, ownMove, finance)).toBe('own_account');
    const { data } = await site.call(approvals.requestCorrection, ownMove, finance);
    expect(await refuse(approvals.approveRequest, { id: data.id }, finance)).toBe('approval_self');
    expect(await refuse(approvals.approveRequest, { id: data.id }, second)).toBe('done');
    expect(await site.wallet(finance)).toBe(1);
    const [payment] = (await site.call(listPayments, {}, who)).data;
    expect(payment).toBeUndefined();
  });

  it('happens once in thirty parallel presses with one key, and another act does not take the key', async () => {
    const who = await site.visitor();
    const wanted = move({ to: wallet(who), toman: 3000 });
    const answers = await Promise.all(Array.from({ length: 30 }, () => refuse(correctLedger, wanted, finance)));
    expect(new Set(answers)).toEqual(new Set(['done']));
    expect(await site.wallet(who)).toBe(3000);
    expect(await refuse(correctLedger, { ...wanted, toman: 3001 }, finance)).toBe('key_used');
    expect(await refuse(moves.rehearseCorrection, wanted, finance)).toBe('key_used');
  });

  it('is refused after a preview that has become untrue, and leaves nothing', async () => {
    const who = await site.visitor();
    await topUp(site, who, 5000);
    const wanted = move({ from: wallet(who), toman: 4000 });
    expect((await site.call(moves.rehearseCorrection, wanted, finance)).data.wallets[0]?.after).toBe(1000);
    await site.call(correctLedger, move({ from: wallet(who), toman: 2000 }), second);
    expect(await refuse(correctLedger, wanted, finance)).toBe('wallet_insufficient');
    expect(await refuse(moves.rehearseCorrection, wanted, finance)).toBe('wallet_insufficient');
    expect(await site.wallet(who)).toBe(3000);
  });

  it.each([
    [{ from: 'vat', to: 'vat' }, 'account_invalid'],
    [{ to: 'wallet:999999999' }, 'account_invalid'],
    [{ to: 'bank:nobody' }, 'account_invalid'],
    [{ payment_id: '0'.repeat(20) }, 'payment_unknown'],
    [{ toman: -5 }, 'invalid_input'],
    [{ toman: 1.5 }, 'invalid_input'],
    [{ reason: '\u202e\u202e\u202e' }, 'invalid_input'],
  ])('refuses %j in the rehearsal as in the act', async (part, code) => {
    expect(await refuse(moves.rehearseCorrection, move(part), finance)).toBe(code);
    expect(await refuse(correctLedger, move(part), finance)).toBe(code);
  });

  it('by a machine’s key has the bound of one person, and its key asks for no second one', async () => {
    const { data } = await site.call(addKey, { name: 'mover', permissions: ['ledger.correct'] }, root);
    const key: Visitor = { id: 0, mobile: '', token: data.secret };
    const above = move({ toman: 10_001 });
    expect((await site.call(moves.rehearseCorrection, above, key)).data.needs_approval).toBe(true);
    expect(await refuse(correctLedger, above, key)).toBe('approval_required');
    expect(await refuse(approvals.requestCorrection, above, key)).toBe('approval_person');
    expect(await refuse(correctLedger, move({ toman: 10_000 }), key)).toBe('done');
  });
});

describe('a debit in doubt', () => {
  it('is found on the account, shown before it is booked, and then gone', async () => {
    Object.assign(vandar.state, { outcome: 'DONE', mood: 'fine', tells: true, takes: TAKEN * 10 });
    const who = await site.visitor({ subscribedUntil: clock.now + DAY });
    shop.clock.now = clock.now;
    await agree(who, { subscription: true });
    await site.tick(120);
    await site.tick(120);
    const id = (await site.call(listPayments, {}, who)).data[0]?.id ?? '';
    const listHeld = async () => (await site.call(getAccount, { id: who.id }, finance)).data.held_debits;
    expect((await listHeld()).map((debit) => debit.id)).toEqual([id]);
    const wanted = { payment_id: id, taken: TAKEN, destination: 'wallet', reason: 'took too little' } as const;
    expect(await refuse(moves.rehearseDebit, { ...wanted, taken: TAKEN * 10 }, finance)).toBe('amount_invalid');
    const { data } = await site.call(moves.rehearseDebit, wanted, finance);
    expect(data).toEqual({
      entries: [
        { account: 'bank:direct_debit', amount: -TAKEN },
        { account: wallet(who), amount: TAKEN },
      ],
      wallets: [{ account: wallet(who), before: 0, after: TAKEN }],
      needs_approval: false,
    });
    expect(await listHeld()).toHaveLength(1);
    await site.call(resolveDebit, wanted, finance);
    expect(await listLegs()).toEqual(data.entries);
    expect(await site.wallet(who)).toBe(TAKEN);
    expect(await listHeld()).toEqual([]);
    expect(await refuse(moves.rehearseDebit, wanted, finance)).toBe('key_used');
  });
});
