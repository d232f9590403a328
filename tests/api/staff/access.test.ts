import { describe, expect, it } from 'vitest';
import { endAccountSessions, getAccount } from '../../../src/features/operator/accounts-contract.ts';
import { correctLedger } from '../../../src/features/operator/contract.ts';
import { getDeskPayment } from '../../../src/features/operator/desk-payments-contract.ts';
import { listPayments } from '../../../src/features/payments/contract.ts';
import { listAccess } from '../../../src/features/staff/access-contract.ts';
import { exportAudit } from '../../../src/features/staff/contract.ts';
import { maskNetwork } from '../../../src/features/staff/server/access.ts';
import { openMoney } from '../../support/money/money.ts';
import { openShop, topUp } from '../../support/money/shop.ts';
import { openStaff } from '../../support/money/staff.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const ROOT = 'r'.repeat(40);
const site = openMoney(platform, { OPERATOR_TOKEN: `root:${ROOT}`, MEDIA_SIGNING_KEY: 'k'.repeat(43) });
const root = { id: 0, mobile: '', token: ROOT };
const { join } = openStaff(site, root);
const finance = await join('finance');

describe('who looked at my account', () => {
  it('names roles and numbers, acts and reasons, and nothing of another account', async () => {
    const [who, other] = [await site.visitor(), await site.visitor()];
    await topUp(site, who, 20_000);
    await site.call(getAccount, { id: who.id }, finance);
    await site.call(getAccount, { id: other.id }, finance);
    const [payment] = (await site.call(listPayments, {}, who)).data;
    await site.call(getDeskPayment, { id: payment?.id ?? '' }, root);
    const move = { key: 'access-move-1', from: 'vat', to: `wallet:${String(who.id)}`, toman: 100, reason: 'a slip' };
    await site.call(correctLedger, move, finance);
    const { data, next } = await site.call(listAccess, {}, who);
    const members = [{ number: finance.staffId, role: 'finance' }];
    expect(data.map(({ action, members: by, reason }) => ({ action, members: by, reason }))).toEqual([
      { action: 'correctLedger', members, reason: 'a slip' },
      { action: 'getDeskPayment', members: [], reason: null },
      { action: 'getAccount', members, reason: null },
    ]);
    expect(next).toBeNull();
    expect(JSON.stringify(data)).not.toContain(finance.name);
    expect((await site.call(listAccess, {}, other)).data.map(({ action }) => action)).toEqual(['getAccount']);
  });

  it('leaves out what was refused, goes on by pages, and needs a session', async () => {
    const who = await site.visitor();
    await site.ask(endAccountSessions, { id: who.id, reason: 'finance may not' }, finance);
    expect((await site.call(listAccess, {}, who)).data).toEqual([]);
    for (let count = 0; count < 51; count += 1) await site.call(getAccount, { id: who.id }, root);
    const first = await site.call(listAccess, {}, who);
    expect(first.data).toHaveLength(50);
    const rest = await site.call(listAccess, { before: first.next ?? 0 }, who);
    expect([rest.data.length, rest.next]).toEqual([1, null]);
    expect(await parseFailure(await site.ask(listAccess, {}))).toMatchObject({ status: 401 });
  });

  it.each([
    ['5.160.12.7 Firefox Windows', '5.160.x.x'],
    ['2a01:4f8:1c1c::1 Chrome', '2a01:4f8:x'],
    ['Chrome Android', null],
    ['', null],
    ['999 x', null],
  ])('shows of %j the network %j', (origin, network) => {
    expect(maskNetwork(origin)).toBe(network);
  });
});

describe('the trail as a file', () => {
  it('has the rows of the filter from the page on, and taking it leaves a row with their count', async () => {
    const who = await site.visitor();
    const subject = `account:${String(who.id)}`;
    for (let count = 0; count < 3; count += 1) await site.call(getAccount, { id: who.id }, finance);
    const { data } = await site.call(exportAudit, { subject }, finance);
    expect(data.map(({ action, subject: about }) => [action, about])).toEqual([
      // Its own, which was written before it answered.
      ['exportAudit', subject],
      ...Array.from({ length: 3 }, () => ['getAccount', subject]),
    ]);
    const older = await site.call(exportAudit, { subject, before: data[1]?.id ?? 0 }, finance);
    expect(older.data).toHaveLength(2);
    const rows = site.sql("SELECT after FROM operator_audit WHERE action = 'exportAudit' ORDER BY id DESC LIMIT 1");
    expect(await rows.first('after')).toBe('{"rows":2}');
    expect(await parseFailure(await site.ask(exportAudit, {}, await join('viewer')))).toMatchObject({ status: 403 });
  });
});
