import { beforeEach, describe, expect, it } from 'vitest';
import { getUser, login, sendCode } from '../../../src/features/accounts/contract/auth.ts';
import { addToList, getMyLists } from '../../../src/features/lists/contract.ts';
import { getAccount } from '../../../src/features/operator/accounts-contract.ts';
import * as approvals from '../../../src/features/operator/approvals-contract.ts';
import * as calls from '../../../src/features/operator/mobiles-contract.ts';
import { listAccess } from '../../../src/features/staff/access-contract.ts';
import { STAFF_ROLES } from '../../../src/platform/http/calls/permissions.ts';
import { addRow } from '../../support/database/rows.ts';
import { openMoney, type Visitor } from '../../support/money/money.ts';
import { openShop, topUp } from '../../support/money/shop.ts';
import { openStaff } from '../../support/money/staff.ts';
import { parseAnswer, parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const ROOT = 'r'.repeat(40);
const site = openMoney(platform, {
  ...{ OPERATOR_TOKEN: `root:${ROOT}`, MEDIA_SIGNING_KEY: 'k'.repeat(43), SMS_PROVIDER: 'outbox' },
});
const root: Visitor = { id: 0, mobile: '', token: ROOT };
const { clock } = site;
const { join, open } = openStaff(site, root);
const [staff, second, finance] = [await join('support'), await join('support'), await join('finance')];
let count = 0;

beforeEach(async () => {
  clock.now += 24 * 60 * 60;
  for (const member of [staff, second, finance]) await open(member);
});

const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const response = await site.ask(call, input, who);
  return response.status === 200 ? 'done' : (await parseFailure(response)).code;
};
const createMobile = () => {
  count += 1;
  return `0935${String(count).padStart(7, '0')}`;
};
const wish = ({ id }: Visitor, mobile: string) => {
  count += 1;
  return { id, key: `mobile-key-${String(count)}`, mobile, reason: 'a new SIM card' };
};
const start = async (who: Visitor, mobile: string) =>
  (await site.call(calls.startMobileChange, wish(who, mobile), staff)).data;
const readCode = async (mobile: string) =>
  (await site
    .sql("SELECT code FROM outbox WHERE mobile = ? AND code <> '' ORDER BY id DESC", mobile)
    .first<string>('code')) ?? '';
const send = async (id: number, number: calls.MobileNumber) => {
  clock.now += 100;
  return refuse(calls.sendMobileCode, { id, number }, staff);
};
const prove = (id: number, number: calls.MobileNumber, code: string) =>
  refuse(calls.proveMobile, { id, number, code }, staff);
const proveBySms = async (id: number, number: calls.MobileNumber, mobile: string) => {
  expect(await send(id, number)).toBe('done');
  expect(await prove(id, number, await readCode(mobile))).toBe('done');
};
const finish = (id: number) => refuse(calls.finishMobileChange, { id }, staff);
const readMobile = ({ id }: Visitor) => site.sql('SELECT mobile FROM users WHERE id = ?', id).first<string>('mobile');
const toPersian = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0x6f0 + Number(digit)));

describe('a change of the number', () => {
  it('takes a code of each, keeps all that the account has, signs it out, and tells the old number', async () => {
    const who = await site.visitor();
    await topUp(site, who, 20_000);
    await site.call(addToList, { list: 'later', id: 10 }, who);
    const mobile = createMobile();
    const change = await start(who, toPersian(`+98 ${mobile.slice(1, 4)} ${mobile.slice(4)}`));
    expect(change).toMatchObject({ old_mobile: who.mobile, new_mobile: mobile, new_proved: false, old_proved: false });
    expect(await site.count('outbox WHERE mobile = ?', mobile)).toBe(0);
    await proveBySms(change.id, 'new', mobile);
    expect(await finish(change.id)).toBe('mobile_unproved');
    expect(await send(change.id, 'old')).toBe('done');
    expect(await prove(change.id, 'old', toPersian(await readCode(who.mobile)))).toBe('done');
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => refuse(calls.finishMobileChange, { id: change.id }, root)),
    );
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'mobile_change_over')).toHaveLength(29);
    expect(await readMobile(who)).toBe(mobile);
    expect(await refuse(getUser, {}, who)).toBe('unauthenticated');
    const notices = "outbox WHERE mobile = ? AND code = '' AND text LIKE '%' || ? || '%'";
    expect(await site.count(notices, who.mobile, `${mobile.slice(0, 4)}***${mobile.slice(7)}`)).toBe(1);

    clock.now += 120;
    const asker = 'a'.repeat(22);
    await site.call(sendCode, { mobile, asker });
    const password = await readCode(mobile);
    const { token } = await parseAnswer(login, await site.ask(login, { mobile, password, asker }));
    const moved = { ...who, token, mobile };
    expect((await site.call(getAccount, { id: who.id }, staff)).data).toMatchObject({
      id: who.id,
      mobile,
      wallet: 20_000,
    });
    expect(JSON.stringify(await site.call(getMyLists, {}, moved))).toContain('10');
    const acts = (await site.call(listAccess, {}, moved)).data.map(({ action }) => action);
    expect(acts).toEqual(expect.arrayContaining(['startMobileChange', 'proveMobile', 'finishMobileChange']));
    const trail = site.sql(
      "SELECT count(*) AS n FROM operator_audit WHERE before || after LIKE '%' || ? || '%'",
      mobile,
    );
    expect(await trail.first('n')).toBe(0);
  });

  it('is shown before it with what it ends and keeps, and nothing happens', async () => {
    const who = await site.visitor();
    const mobile = createMobile();
    const { DB } = site.env;
    await addRow(DB, 'sessions', { token_hash: `extra-${mobile}`, user_id: who.id, expires_at: clock.now + 999 });
    await addRow(DB, 'sessions', { token_hash: `over-${mobile}`, user_id: who.id, expires_at: clock.now });
    const stream = { id: `stream-${mobile}`, user_id: who.id, began_at: clock.now, ends_at: clock.now + 20 };
    await addRow(DB, 'streams', stream);
    for (const number of [who.mobile, mobile])
      await addRow(DB, 'login_devices', { mobile: number, asker: 'b'.repeat(22), seen_at: clock.now });
    await addRow(DB, 'mandates', { id: `m${mobile}`, user_id: who.id, token: `t${mobile}`, state: 'active' });
    const { id } = await start(who, mobile);
    const look = async () => (await site.call(calls.rehearseMobileChange, { id }, staff)).data;
    const effect = { sessions: 2, streams: 1, browsers: 2, mandates: 1, is_member: false };
    expect([await look(), await look()]).toEqual([effect, effect]);
    expect(await readMobile(who)).toBe(who.mobile);
    expect(await refuse(getUser, {}, who)).toBe('done');
    expect(await refuse(calls.rehearseMobileChange, { id: 999_999 }, staff)).toBe('mobile_change_unknown');
    await addRow(DB, 'users', { mobile });
    expect(await refuse(calls.rehearseMobileChange, { id }, staff)).toBe('mobile_taken');
  });

  it('is refused to a number of another account, the same, one that is none, and for the staff', async () => {
    const [who, other] = [await site.visitor(), await site.visitor()];
    const ask = (mobile: unknown, id = who.id) =>
      refuse(calls.startMobileChange, { ...wish(who, ''), id, mobile }, staff);
    expect(await ask(toPersian(other.mobile))).toBe('mobile_taken');
    expect(await ask(who.mobile)).toBe('mobile_same');
    expect(await ask('0812345678')).toBe('mobile_invalid');
    expect(await ask({})).toBe('invalid_input');
    expect(await ask(createMobile(), finance.id)).toBe('account_member');
    expect(await ask(createMobile(), 999_999)).toBe('person_unknown');
    // The number signs up before the change is made.
    const mobile = createMobile();
    const change = await start(who, mobile);
    await proveBySms(change.id, 'new', mobile);
    await proveBySms(change.id, 'old', who.mobile);
    await addRow(site.env.DB, 'users', { mobile });
    expect(await finish(change.id)).toBe('mobile_taken');
    expect(await readMobile(who)).toBe(who.mobile);
    expect(await refuse(getUser, {}, who)).toBe('done');
  });

  it('of two accounts to one number goes to one of them', async () => {
    const pair = [await site.visitor(), await site.visitor()];
    const mobile = createMobile();
    const ids: number[] = [];
    for (const who of pair) {
      const change = await start(who, mobile);
      await proveBySms(change.id, 'new', mobile);
      await proveBySms(change.id, 'old', who.mobile);
      ids.push(change.id);
    }
    const answers = await Promise.all(ids.map(finish));
    expect(answers.toSorted((a, b) => a.localeCompare(b))).toEqual(['done', 'mobile_taken']);
  });

  it('takes each code once, three guesses, of its change and number alone, and for its time', async () => {
    const who = await site.visitor();
    const mobile = createMobile();
    const change = await start(who, mobile);
    expect(await send(change.id, 'new')).toBe('done');
    const code = await readCode(mobile);
    expect(code).toMatch(/^\d{6}$/);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect(await refuse(login, { mobile, password: code })).toBe('code_invalid');
    expect(await prove(change.id, 'old', code)).toBe('code_wrong_or_expired');
    expect(await prove(change.id, 'new', '1234')).toBe('code_invalid');
    for (let guess = 0; guess < 3; guess += 1)
      expect(await prove(change.id, 'new', wrong)).toBe('code_wrong_or_expired');
    expect(await prove(change.id, 'new', code)).toBe('code_wrong_or_expired');

    expect(await send(change.id, 'new')).toBe('done');
    const fresh = await readCode(mobile);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => refuse(calls.proveMobile, { id: change.id, number: 'new', code: fresh }, root)),
    );
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(await prove(change.id, 'new', fresh)).toBe('code_wrong_or_expired');

    expect(await send(change.id, 'old')).toBe('done');
    const late = await readCode(who.mobile);
    clock.now += 301;
    await open(staff);
    expect(await prove(change.id, 'old', late)).toBe('code_wrong_or_expired');
    expect(await refuse(calls.sendMobileCode, { id: change.id, number: 'old' }, staff)).toBe('done');
    expect(await refuse(calls.sendMobileCode, { id: change.id, number: 'old' }, staff)).toBe('too_many_requests');
    await open(staff);
    for (let number = 0; number < 4; number += 1) await send(change.id, 'old');
    expect(await send(change.id, 'old')).toBe('too_many_requests');
  });

  it('ends with another one of the account, and after a day', async () => {
    const who = await site.visitor();
    const [mobile, other] = [createMobile(), createMobile()];
    const wanted = wish(who, mobile);
    const first = (await site.call(calls.startMobileChange, wanted, staff)).data;
    expect((await site.call(calls.startMobileChange, wanted, staff)).data.id).toBe(first.id);
    expect(await refuse(calls.startMobileChange, { ...wanted, mobile: other }, staff)).toBe('key_used');
    expect(await refuse(calls.startMobileChange, wanted, second)).toBe('key_used');
    const next = await start(who, other);
    expect(await send(first.id, 'new')).toBe('mobile_change_over');
    await proveBySms(next.id, 'new', other);
    await proveBySms(next.id, 'old', who.mobile);
    clock.now += 24 * 60 * 60;
    await open(staff);
    expect(await finish(next.id)).toBe('mobile_change_over');
    expect(await finish(999_999)).toBe('mobile_change_unknown');
    expect(await readMobile(who)).toBe(who.mobile);
  });

  it('is of owner and support with a fresh code, and of no other role', async () => {
    for (const role of STAFF_ROLES) {
      const member = await join(role);
      const isAllowed = role === 'owner' || role === 'support';
      const answer = await refuse(calls.startMobileChange, wish(await site.visitor(), createMobile()), member);
      expect(answer, role).toBe(isAllowed ? 'done' : 'operator_role');
    }
    clock.now += 11 * 60;
    const late = wish(await site.visitor(), createMobile());
    expect(await refuse(calls.startMobileChange, late, staff)).toBe('staff_confirm');
  });
});

describe('a lost number', () => {
  const ask = async (change: number) => {
    count += 1;
    const input = { key: `approve-mobile-${String(count)}`, change, reason: 'named the last three payments' };
    return site.ask(approvals.requestMobileChange, input, staff);
  };
  const request = async (change: number) => (await parseAnswer(approvals.requestMobileChange, await ask(change))).data;
  const approve = (id: number, who: Visitor = second) => refuse(approvals.approveRequest, { id }, who);

  it('is replaced by two people after the code of the new one, once', async () => {
    const who = await site.visitor();
    const mobile = createMobile();
    const change = await start(who, mobile);
    expect((await parseFailure(await ask(change.id))).code).toBe('mobile_unproved');
    await proveBySms(change.id, 'new', mobile);
    const approval = await request(change.id);
    expect(approval).toMatchObject({
      ...{ kind: 'mobile', user_id: who.id, reason: 'named the last three payments', state: 'open' },
      // Whole for who has `people.contact`: the second member compares it with what the caller says.
      preview: { old_mobile: who.mobile, new_mobile: mobile },
    });
    const stored = await site.sql('SELECT preview FROM approvals WHERE id = ?', approval.id).first<string>('preview');
    expect(stored).not.toContain(mobile);
    expect(await approve(approval.id, staff)).toBe('approval_self');
    expect(await approve(approval.id, finance)).toBe('approval_unknown');
    const answers = await Promise.all(Array.from({ length: 30 }, () => approve(approval.id)));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(await readMobile(who)).toBe(mobile);
    const { data } = await site.call(approvals.listApprovals, { all: '1' }, second);
    expect(JSON.stringify(data.find(({ id }) => id === approval.id)?.preview)).not.toContain(mobile);
    expect(await refuse(getUser, {}, who)).toBe('unauthenticated');
    expect(await site.count("outbox WHERE mobile = ? AND code = ''", who.mobile)).toBe(1);
    const row = await site.sql("SELECT * FROM operator_audit WHERE action = 'changeMobile' AND status = 200").first();
    expect(row).toMatchObject({ operator: `person:${staff.name} + person:${second.name}`, status: 200 });
    expect(String(row?.['subject'])).toContain(`account:${String(who.id)} `);
    expect(JSON.stringify(row)).not.toContain(mobile);
  });

  it('stays where the number was taken since, or another change began', async () => {
    const who = await site.visitor();
    const [mobile, other] = [createMobile(), createMobile()];
    const change = await start(who, mobile);
    await proveBySms(change.id, 'new', mobile);
    const approval = await request(change.id);
    await start(who, other);
    expect(await approve(approval.id)).toBe('mobile_change_over');
    const restarted = await start(who, mobile);
    await proveBySms(restarted.id, 'new', mobile);
    const next = await request(restarted.id);
    await addRow(site.env.DB, 'users', { mobile });
    expect(await approve(next.id)).toBe('mobile_taken');
    expect(await readMobile(who)).toBe(who.mobile);
    expect(await refuse(getUser, {}, who)).toBe('done');
  });
});
