import { beforeEach, describe, expect, it } from 'vitest';
import { login, sendCode, getUser } from '../../../src/features/accounts/contract/auth.ts';
import { getContinue } from '../../../src/features/progress/contract.ts';
import {
  endAccountSessions,
  getAccount,
  rehearseEndSessions,
} from '../../../src/features/operator/accounts-contract.ts';
import { requestErasure } from '../../../src/features/operator/approvals-contract.ts';
import * as blocks from '../../../src/features/operator/blocks-contract.ts';
import { listAccess } from '../../../src/features/staff/access-contract.ts';
import { addStaff } from '../../../src/features/staff/contract.ts';
import { ASSERTION_HEADER } from '../../../src/platform/config/session.ts';
import { STAFF_ROLES } from '../../../src/platform/http/calls/permissions.ts';
import { createAssertion } from '../../../src/platform/http/session/session-assertion.ts';
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
const staff = await join('support');
const reason = 'a stolen phone';

beforeEach(async () => {
  clock.now += 24 * 60 * 60;
  await open(staff);
});

const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const response = await site.ask(call, input, who);
  if (response.status === 200) return 'done';
  const { status, code } = await parseFailure(response);
  return `${String(status)} ${code}`;
};
const block = ({ id }: Visitor, who: Visitor = staff) => refuse(blocks.blockAccount, { id, reason }, who);
const unblock = ({ id }: Visitor) => refuse(blocks.unblockAccount, { id, reason: 'it was found again' }, staff);

const readHistoryAs = async (who: Visitor) => {
  const assertion = (await createAssertion(site.env, who.token, who.id, clock.now)) ?? '';
  return () => site.ask(getContinue, {}, who, { [ASSERTION_HEADER]: assertion });
};

const ASKER = 'a'.repeat(22);
async function signIn({ mobile }: Visitor, more: Record<string, unknown> = {}) {
  clock.now += 120;
  await site.call(sendCode, { mobile, asker: ASKER });
  const code = site.sql("SELECT code FROM outbox WHERE mobile = ? AND code <> '' ORDER BY id DESC", mobile);
  return site.ask(login, { mobile, password: (await code.first<string>('code')) ?? '', asker: ASKER, ...more });
}

describe('a block', () => {
  it('ends sessions, assertions and streams at once, refuses the right code, and its end brings everything back', async () => {
    const who = await site.visitor({ subscribedUntil: clock.now + 9_000_000 });
    await topUp(site, who, 20_000);
    const stream = { user_id: who.id, item: 't10', browser: '', system: '', began_at: clock.now };
    await addRow(site.env.DB, 'streams', { id: `${String(who.id)}-s`, ends_at: clock.now + 100, ...stream });
    await addRow(site.env.DB, 'comments', { title_id: 10, user_id: who.id, text: 'good', created_at: clock.now });
    const readHistory = await readHistoryAs(who);
    expect((await readHistory()).status).toBe(200);
    const before = (await site.call(getAccount, { id: who.id }, staff)).data;
    const { data: preview } = await site.call(blocks.rehearseBlock, { id: who.id }, staff);
    expect(preview).toEqual({ sessions: 1, streams: 1, subscribed_until: before.subscribed_until, mandates: 0 });
    const { data } = await site.call(blocks.blockAccount, { id: who.id, reason }, staff);
    expect(data).toEqual({ blocked_at: clock.now, ended: 1 });
    expect(await refuse(getUser, {}, who)).toBe('401 unauthenticated');
    expect((await readHistory()).status).toBe(401);
    expect(await site.count('streams WHERE user_id = ? AND stopped = 0', who.id)).toBe(0);
    const blocked = (await site.call(getAccount, { id: who.id }, staff)).data;
    expect(blocked.blocks).toMatchObject([{ reason, operator: `person:${staff.name}`, ended_at: null }]);

    expect(await parseFailure(await signIn(who))).toMatchObject({ status: 403, code: 'account_blocked' });
    expect(await parseFailure(await signIn(who, { restore: true }))).toMatchObject({ code: 'account_blocked' });
    expect(await site.count('sessions WHERE user_id = ?', who.id)).toBe(0);

    const { data: end } = await site.call(blocks.rehearseUnblock, { id: who.id }, staff);
    expect(end).toEqual({ blocked_at: data.blocked_at, subscribed_until: before.subscribed_until, mandates: 0 });
    expect(await unblock(who)).toBe('done');
    expect(await refuse(blocks.rehearseUnblock, { id: who.id }, staff)).toBe('409 block_none');
    const { token } = await parseAnswer(login, await signIn(who));
    const back = { ...who, token };
    expect(await refuse(getUser, {}, back)).toBe('done');
    const after = (await site.call(getAccount, { id: who.id }, staff)).data;
    const omitChanges = ({ devices: _, blocks: __, sms: ___, ...rest }: typeof before) => rest;
    expect(omitChanges(after)).toEqual(omitChanges(before));
    expect(after.comments).toMatchObject([{ text: 'good', state: 'shown' }]);
    const rows = (await site.call(listAccess, {}, back)).data.map(
      ({ action, reason: text }) => `${action} ${text ?? ''}`,
    );
    expect(rows).toEqual(expect.arrayContaining([`blockAccount ${reason}`, 'unblockAccount it was found again']));
  });

  it('is one of thirty that run at once, and so is its end; a second says so', async () => {
    const who = await site.visitor();
    const made = await Promise.all(Array.from({ length: 30 }, () => block(who, root)));
    expect(made.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(made.filter((answer) => answer === '409 block_exists')).toHaveLength(29);
    const ended = await Promise.all(Array.from({ length: 30 }, () => unblock(who)));
    expect(ended.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(ended.filter((answer) => answer === '409 block_none')).toHaveLength(29);
    expect(await site.count('account_blocks WHERE user_id = ?', who.id)).toBe(1);
    expect(await block(who)).toBe('done');
  });

  it('leaves no session to a sign-in that ran beside it', async () => {
    const who = await site.visitor();
    expect(await block(who)).toBe('done');
    await addRow(site.env.DB, 'sessions', {
      ...{ token_hash: `late-${String(who.id)}`, user_id: who.id, created_at: clock.now },
      expires_at: clock.now + 1000,
    });
    expect(await unblock(who)).toBe('done');
    expect(await site.count('sessions WHERE user_id = ?', who.id)).toBe(0);
  });

  it('is refused of a member, of nobody, without a reason, and a blocked account joins no desk', async () => {
    const who = await site.visitor();
    expect(await block(staff)).toBe('409 account_member');
    expect(await refuse(blocks.rehearseBlock, { id: staff.id }, staff)).toBe('409 account_member');
    expect(await block({ ...who, id: 999_999 })).toBe('404 person_unknown');
    expect(await unblock({ ...who, id: 999_999 })).toBe('404 person_unknown');
    expect(await refuse(blocks.rehearseUnblock, { id: 999_999 }, staff)).toBe('404 person_unknown');
    for (const text of ['', 'no', '\u202e\u202e\u202e', 7])
      expect(await refuse(blocks.blockAccount, { id: who.id, reason: text }, staff)).toBe('422 invalid_input');
    expect(await block(who)).toBe('done');
    const place = { mobile: who.mobile, name: 'blocked one', role: 'viewer' };
    expect(await refuse(addStaff, place, root)).toBe('404 staff_no_account');
    const erasure = { key: 'erase-blocked', user_id: who.id, reason: 'asked for it' };
    expect(await refuse(requestErasure, erasure, staff)).toBe('done');
  });

  it('is of owner and support with a fresh code, and of no other role', async () => {
    for (const role of STAFF_ROLES) {
      const member = await join(role);
      const who = await site.visitor();
      const isAllowed = role === 'owner' || role === 'support';
      expect(await block(who, member), role).toBe(isAllowed ? 'done' : '403 operator_role');
    }
    clock.now += 11 * 60;
    expect(await block(await site.visitor())).toBe('403 staff_confirm');
  });
});

describe('the end of all sessions', () => {
  it('ends the assertions of its sessions', async () => {
    const who = await site.visitor();
    const readHistory = await readHistoryAs(who);
    expect((await readHistory()).status).toBe(200);
    expect(await refuse(endAccountSessions, { id: who.id, reason }, staff)).toBe('done');
    expect((await readHistory()).status).toBe(401);
  });

  it('of a member is refused, but to who manages the staff; a member ends their own', async () => {
    const [other, owner] = [await join('viewer'), await join('owner')];
    const readHistory = await readHistoryAs(other);
    for (const call of [rehearseEndSessions, endAccountSessions])
      expect(await refuse(call, { id: other.id, reason }, staff)).toBe('409 account_member');
    expect((await readHistory()).status).toBe(200);
    expect(await refuse(getUser, {}, other)).toBe('done');
    expect(await refuse(rehearseEndSessions, { id: other.id }, owner)).toBe('done');
    expect(await refuse(endAccountSessions, { id: other.id, reason }, owner)).toBe('done');
    expect(await refuse(getUser, {}, other)).toBe('401 unauthenticated');
    const third = await join('support');
    expect(await refuse(endAccountSessions, { id: third.id, reason }, third)).toBe('done');
    expect(await refuse(getUser, {}, third)).toBe('401 unauthenticated');
  });
});
