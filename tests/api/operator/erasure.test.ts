import { beforeEach, describe, expect, it } from 'vitest';
import { login, sendCode } from '../../../src/features/accounts/contract/auth.ts';
import { extendAccount, getAccount } from '../../../src/features/operator/accounts-contract.ts';
import * as approvals from '../../../src/features/operator/approvals-contract.ts';
import * as erasures from '../../../src/features/operator/erasures-contract.ts';
import { listAccess } from '../../../src/features/staff/access-contract.ts';
import { addKey } from '../../../src/features/staff/contract.ts';
import { addRow } from '../../support/database/rows.ts';
import { openMoney, type Visitor } from '../../support/money/money.ts';
import { openShop, topUp } from '../../support/money/shop.ts';
import { openStaff } from '../../support/money/staff.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const ROOT = 'r'.repeat(40);
const site = openMoney(platform, {
  ...{ OPERATOR_TOKEN: `root:${ROOT}`, MEDIA_SIGNING_KEY: 'k'.repeat(43), SMS_PROVIDER: 'outbox' },
});
const root: Visitor = { id: 0, mobile: '', token: ROOT };
const { clock } = site;
const { join, open } = openStaff(site, root);
const [first, second, finance] = [await join('support'), await join('support'), await join('finance')];
let count = 0;

const ask = ({ id }: Visitor) => {
  count += 1;
  return { key: `erase-${String(count)}-key`, user_id: id, reason: 'asked for it by telephone' };
};
const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const response = await site.ask(call, input, who);
  return response.status === 200 ? 'done' : (await parseFailure(response)).code;
};
const approve = (id: number, who: Visitor = second) => refuse(approvals.approveRequest, { id }, who);

beforeEach(async () => {
  clock.now += 24 * 60 * 60;
  for (const member of [first, second, finance]) await open(member);
});

describe('erasing an account', () => {
  it('is asked by one member and done once by another, who sees the same', async () => {
    const who = await site.visitor();
    await topUp(site, who, 20_000);
    const { data: preview } = await site.call(erasures.rehearseErasure, { id: who.id }, first);
    expect(preview).toMatchObject({ wallet: 20_000, mandates: 0 });
    const wanted = ask(who);
    const { data } = await site.call(approvals.requestErasure, wanted, first);
    expect(data).toMatchObject({ kind: 'erasure', user_id: who.id, state: 'open', preview });
    expect((await site.call(approvals.requestErasure, wanted, first)).data.id).toBe(data.id);
    expect(await refuse(approvals.requestErasure, { ...wanted, user_id: second.id }, first)).toBe('account_member');
    expect(await approve(data.id, first)).toBe('approval_self');
    expect(await approve(data.id, finance)).toBe('approval_unknown');
    expect(await refuse(listAccess, {}, who)).toBe('done');
    const answers = await Promise.all(Array.from({ length: 10 }, () => approve(data.id)));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(await refuse(listAccess, {}, who)).not.toBe('done');
    const row = site.sql('SELECT cancelled_at IS NOT NULL AS ended, erase_at FROM users WHERE id = ?', who.id);
    expect(await row.first()).toEqual({ ended: 1, erase_at: preview.erase_at });
    const act = site.sql("SELECT operator, subject FROM operator_audit WHERE action = 'eraseAccount'");
    expect(await act.first()).toEqual({
      operator: `person:${first.name} + person:${second.name}`,
      subject: `account:${String(who.id)} ${wanted.key}`,
    });
    expect(await refuse(approvals.requestErasure, ask(who), first)).toBe('person_unknown');
  });

  it('shows how much of what the account has goes or stays', async () => {
    const { DB } = site.env;
    const who = await site.visitor();
    const user_id = who.id;
    const payment_id = 'p'.repeat(20);
    const line = { payment_id, kind: 'plan', gift: 1, delivered: 1 } as const;
    const at = clock.now;
    await addRow(DB, 'payments', { id: payment_id, user_id, state: 'settled', purpose: 'plan' });
    for (const number of [0, 1, 2]) {
      await addRow(DB, 'payment_lines', { ...line, line: number });
      await addRow(DB, 'gift_cards', {
        id: `g${String(number)}`,
        code_hash: `h${String(number)}`,
        payment_id,
        line: number,
      });
    }
    await addRow(DB, 'gift_redemptions', { card_id: 'g1', user_id: second.id, payment_id: 'r'.repeat(20) });
    await addRow(DB, 'purchases', { user_id, item_id: 10, title_id: 10, payment_id });
    for (const list of ['later', 'watched']) await addRow(DB, 'user_lists', { user_id, list, title_id: 10 });
    for (const text of ['one', 'two', 'three', '']) await addRow(DB, 'comments', { user_id, title_id: 10, text });
    const stream = { user_id, began_at: at, ends_at: at + 20 };
    await addRow(DB, 'streams', { ...stream, id: 's'.repeat(20) });
    await addRow(DB, 'streams', { ...stream, id: 't'.repeat(20), stopped: 1 });
    const { data } = await site.call(erasures.rehearseErasure, { id: user_id }, first);
    expect(data).toMatchObject({ purchases: 1, lists: 2, comments: 3, streams: 1, gift_cards: 2 });
  });

  it('is taken back before its day by one member, and the person signs in again', async () => {
    const who = await site.visitor();
    const cancel = (id = who.id, by = first) => refuse(erasures.cancelErasure, { id, reason: 'changed her mind' }, by);
    expect(await cancel()).toBe('erasure_none');
    expect(await cancel(999_999)).toBe('person_unknown');
    const { data } = await site.call(approvals.requestErasure, ask(who), first);
    expect(await approve(data.id)).toBe('done');
    const readAccount = async () => (await site.call(getAccount, { id: who.id }, first)).data;
    const { erase_at: eraseAt } = await readAccount();
    const send = { mobile: who.mobile, asker: 'a'.repeat(22) };
    const signIn = async () => {
      clock.now += 120;
      await site.call(sendCode, send);
      const select = "SELECT code FROM outbox WHERE mobile = ? AND code <> '' ORDER BY id DESC";
      const password = await site.sql(select, who.mobile).first<string>('code');
      return refuse(login, { ...send, password });
    };
    expect(await signIn()).toBe('account_cancelled');
    expect(await cancel(who.id, finance)).toBe('operator_role');
    expect(await cancel()).toBe('done');
    expect(await cancel()).toBe('erasure_none');
    expect(await readAccount()).toMatchObject({ cancelled_at: null, erase_at: null });
    expect(await signIn()).toBe('done');
    const act = site.sql("SELECT before, subject FROM operator_audit WHERE action = 'cancelErasure' AND status = 200");
    const row = await act.first();
    expect(row?.['subject']).toBe(`account:${String(who.id)}`);
    expect(row?.['before']).toContain(String(eraseAt));
    await site.sql('UPDATE users SET cancelled_at = 1, erase_at = ? WHERE id = ?', clock.now, who.id).run();
    expect(await cancel()).toBe('erasure_none');
  });

  it('is refused where the account has changed, of the staff, to machines, and about one’s own account', async () => {
    const who = await site.visitor();
    const stale = await site.call(approvals.requestErasure, ask(who), first);
    await site.call(extendAccount, { id: who.id, key: 'erase-days-1', days: 3, reason: 'a gift' }, first);
    expect(await approve(stale.data.id)).toBe('approval_stale');
    expect(await refuse(erasures.rehearseErasure, { id: finance.id }, first)).toBe('account_member');
    expect(await refuse(approvals.requestErasure, ask(first), first)).toBe('account_member');
    const { data: key } = await site.call(addKey, { name: 'eraser', permissions: ['people.write'] }, root);
    const machine: Visitor = { id: 0, mobile: '', token: key.secret };
    expect(await refuse(approvals.requestErasure, ask(who), machine)).toBe('approval_person');
    expect(await refuse(erasures.exportPerson, { id: who.id, reason: 'asked by letter' }, machine)).toBe(
      'operator_role',
    );
    expect(await refuse(erasures.rehearseErasure, { id: 999_999 }, first)).toBe('person_unknown');
    expect((await site.call(getAccount, { id: who.id }, first)).data.cancelled_at).toBeNull();
  });

  it('has the person’s data as a file before it, without secrets, and the account sees that', async () => {
    const who = await site.visitor();
    const file = await site.call(erasures.exportPerson, { id: who.id, reason: 'asked by letter' }, first);
    expect(file.tables['users']).toHaveLength(1);
    expect(JSON.stringify(file)).not.toContain('token_hash');
    expect(await refuse(erasures.exportPerson, { id: who.id, reason: 'asked by letter' }, finance)).toBe(
      'operator_role',
    );
    expect((await site.call(listAccess, {}, who)).data.map(({ action }) => action)).toEqual(['exportPerson']);
  });
});
