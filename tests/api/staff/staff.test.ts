import { beforeEach, describe, expect, it } from 'vitest';
import { ALL_CALLS } from '../../../src/app/calls.ts';
import { createWorker } from '../../../src/app/worker-app.ts';
import { listAlarms } from '../../../src/features/operator/alarms-contract.ts';
import { getOperatorPayment, refundPayment } from '../../../src/features/operator/contract.ts';
import * as calls from '../../../src/features/staff/contract.ts';
import { sealTrail, verifyTrail } from '../../../src/features/staff/server/audit-seal.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { getPolicy } from '../../../src/platform/http/calls/call.ts';
import { CONFIRMED, ROLE_PERMISSIONS, STAFF_ROLES } from '../../../src/platform/http/calls/permissions.ts';
import { readAuthenticator } from '../../support/authenticator.ts';
import { openMoney } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { openMembers } from '../../support/money/members.ts';
import { changePlace } from '../../support/money/staff.ts';
import { buildRequest, parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const DEPLOYER = 'd'.repeat(40);
const site = openMoney(platform, { OPERATOR_TOKEN: `deployer:${DEPLOYER}`, MEDIA_SIGNING_KEY: 'k'.repeat(43) });
const deployer = { id: 0, mobile: '', token: DEPLOYER };
const { clock } = site;
const operatorCalls = ALL_CALLS.filter((call) => getPolicy(call).caller === 'operator');

const { join, open, refuse, seen } = openMembers(site, deployer);

beforeEach(() => {
  clock.now += 24 * 60 * 60;
});

describe('who may', () => {
  it.each(STAFF_ROLES)('%s makes the calls of the role and no other, and each leaves a row', async (role) => {
    const { who, name } = await join(role);
    for (const call of operatorCalls) {
      clock.now += 1; // Below the budget of calls a minute, and all of them before a fresh code is asked for
      const before = await site.count('operator_audit');
      const id = call.path.includes('payments') ? 'a'.repeat(20) : 999_999;
      const response = await site.ask(call, { id }, who);
      const { permission } = getPolicy(call);
      const isAllowed = permission !== null && ROLE_PERMISSIONS[role].includes(permission);
      const label = `${role} ${call.name}`;
      expect(response.headers.get('cache-control'), label).toBe('no-store');
      expect(response.status, label).toBeLessThan(500);
      // No member, payment, message or title has this number.
      const isOfSubject = call.method === 'GET' && call.path.endsWith('/:id');
      if (isAllowed && isOfSubject) expect(response.status, label).toBe(404);
      if (isAllowed) expect(response.status, label).not.toBe(403);
      else expect(await parseFailure(response), label).toMatchObject({ status: 403, code: 'operator_role' });
      expect(await site.count('operator_audit'), label).toBe(before + 1);
      const row = await site.sql('SELECT * FROM operator_audit ORDER BY id DESC LIMIT 1').first();
      expect(row, label).toMatchObject({ operator: `person:${name}`, action: call.name, permission });
      expect(row?.['status'], label).toBe(isAllowed ? response.status : 403);
    }
  });

  it('asks a guest, a visitor and a member without an open desk before anything', async () => {
    const visitor = await site.visitor();
    const { who } = await join('owner', { opens: false });
    for (const call of operatorCalls) {
      clock.now += 20; // Strangers have a budget
      expect(await refuse(call, { id: 1 }, undefined), call.name).toBe('401 unauthenticated');
      expect(await refuse(call, { id: 1 }, visitor), call.name).toBe('401 unauthenticated');
      expect(await refuse(call, { id: 1 }, who), call.name).toBe('403 staff_closed');
    }
  });

  it('answers an agent who has a caller a minute, for an hour', async () => {
    const { who } = await join('support');
    for (let caller = 0; caller < 60; caller += 1) {
      clock.now += 60;
      const answers = await Promise.all(Array.from({ length: 15 }, () => site.ask(listAlarms, {}, who)));
      expect(answers.filter(({ status }) => status !== 200)).toHaveLength(0);
    }
  });

  it('acts on no link or form of another site, nor of a message, with the cookie of an open desk', async () => {
    const { who } = await join('owner');
    const worker = createWorker(() => Promise.resolve(new Response('page')));
    const ask = async (call: (typeof operatorCalls)[number], more: Record<string, string>) => {
      const path = call.path.replace(/:\w+/g, '1');
      const headers = { cookie: `__Host-session=${who.token}; signed_in=1`, ...more };
      const request = buildRequest(path, { method: call.method, ...(call.method !== 'GET' && { body: {} }), headers });
      const response = await worker(request, site.env, platform.ctx);
      return response.ok ? 'ok' : (await parseFailure(response)).code;
    };
    const before = await site.count('operator_audit');
    for (const call of operatorCalls) {
      for (const from of ['cross-site', 'same-site', 'none'])
        if (call.method === 'GET' || from !== 'none')
          expect(await ask(call, { 'sec-fetch-site': from }), `${call.name} ${from}`).toBe('forbidden_origin');
      if (call.method !== 'GET')
        expect(await ask(call, { origin: 'https://evil.test' }), call.name).toBe('forbidden_origin');
    }
    expect(await site.count('operator_audit')).toBe(before);
    expect(await ask(listAlarms, { 'sec-fetch-site': 'same-origin' })).not.toBe('forbidden_origin');
  });

  it('shows no call where there are no tokens and the visitor is no member', async () => {
    const shut = openMoney(platform, { MEDIA_SIGNING_KEY: 'k'.repeat(43) });
    shut.clock.now = clock.now;
    const { who } = await join('viewer');
    expect((await shut.ask(listAlarms, {}, await shut.visitor())).status).toBe(404);
    expect((await shut.ask(listAlarms, {})).status).toBe(404);
    expect((await shut.ask(listAlarms, {}, who)).status).toBe(200);
  });
});

describe('the second factor', () => {
  it('opens the desk of this session for twelve hours, and ends with the account’s session', async () => {
    const { who, secret } = await join('viewer');
    expect((await site.ask(listAlarms, {}, who)).status).toBe(200);
    const { data } = await site.call(calls.getStaffSelf, {}, who);
    expect(data).toMatchObject({ role: 'viewer', has_factor: true, permissions: ROLE_PERMISSIONS.viewer });
    expect(data.session?.ends_at).toBe(clock.now + 12 * 60 * 60);
    clock.now += 12 * 60 * 60;
    expect(await refuse(listAlarms, {}, who)).toBe('403 staff_closed');
    await open({ who, secret });
    await site.call(calls.endStaffSession, {}, who);
    expect(await refuse(listAlarms, {}, who)).toBe('403 staff_closed');
  });

  it('opens again after a clock that was a year ahead is set right', async () => {
    const { who, secret, id } = await join('viewer');
    const year = 365 * 24 * 60 * 60;
    const columns = ['ends_at', 'confirmed_at'].map((name) => `${name} = ${name} + ${String(year)}`).join(', ');
    await site.sql(`UPDATE staff_sessions SET ${columns} WHERE staff_id = ?`, id).run();
    expect(await refuse(listAlarms, {}, who)).toBe('403 staff_closed');
    expect((await site.call(calls.getStaffSelf, {}, who)).data.session).toBeNull();
    await open({ who, secret });
    expect((await site.ask(listAlarms, {}, who)).status).toBe(200);
  });

  it('takes a code once, also of two at one moment, and none of an earlier period', async () => {
    const { who, secret } = await join('viewer');
    const used = readAuthenticator(secret, clock.now);
    expect(await refuse(calls.openStaffSession, { code: used }, who)).toBe('422 code_wrong_or_expired');
    clock.now += 60;
    const late = readAuthenticator(secret, clock.now - 30);
    const code = readAuthenticator(secret, clock.now);
    const both = await Promise.all([0, 1].map(() => site.ask(calls.openStaffSession, { code }, who)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await refuse(calls.openStaffSession, { code: late }, who)).toBe('422 code_wrong_or_expired');
  });

  it('reads a code as it is typed: Persian digits, spaces, direction marks', async () => {
    const { who, secret } = await join('viewer');
    clock.now += 30;
    const code = readAuthenticator(secret, clock.now);
    const typed = `\u200f${code.replace(/\d/g, (digit) => String.fromCodePoint(0x6f0 + Number(digit)))} `;
    const spaced = `${typed.slice(0, 4)} ${typed.slice(4)}`;
    expect((await site.ask(calls.openStaffSession, { code: spaced }, who)).status).toBe(200);
  });

  it('refuses guesses after five, for this member alone', async () => {
    const { who, secret } = await join('viewer');
    clock.now += 60;
    const wrong = readAuthenticator(secret, clock.now + 3600);
    const answers: string[] = [];
    for (let tries = 0; tries < 7; tries += 1) {
      answers.push(await refuse(calls.openStaffSession, { code: wrong }, who));
    }
    expect(answers.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => '422 code_wrong_or_expired'));
    expect(answers.slice(5)).toEqual(['429 too_many_requests', '429 too_many_requests']);
    expect((await join('viewer')).recovery).toHaveLength(10);
  });

  it('gives ten recovery codes with the first code, each of which opens once', async () => {
    const { who, recovery } = await join('viewer');
    expect(new Set(recovery).size).toBe(10);
    const [first = '', second = ''] = recovery;
    await site.call(calls.endStaffSession, {}, who);
    expect(
      (await site.ask(calls.openStaffSession, { code: first.toLowerCase().replaceAll('-', ' ') }, who)).status,
    ).toBe(200);
    expect(await refuse(calls.openStaffSession, { code: first }, who)).toBe('422 code_wrong_or_expired');
    const other = await join('viewer');
    expect(await refuse(calls.openStaffSession, { code: second }, other.who)).toBe('422 code_wrong_or_expired');
  });

  it('is not replaced by whoever has the account, and its secret is stored in no clear form', async () => {
    const { who, secret, id } = await join('viewer');
    expect(await refuse(calls.beginFactor, {}, who)).toBe('409 staff_factor_set');
    const stored = await site.sql('SELECT secret FROM staff_factors WHERE staff_id = ?', id).first('secret');
    expect(stored).not.toContain(secret);
    expect(await refuse(calls.openStaffSession, { code: '123456' }, await site.visitor())).toBe('404 staff_unknown');
    expect(await refuse(calls.beginFactor, {}, await site.visitor())).toBe('404 staff_unknown');
  });

  it('is asked again for money and for staff after ten minutes', async () => {
    const { who, secret } = await join('owner');
    const refund = { key: 'refund-none', payment_id: 'a'.repeat(20), destination: 'wallet', reason: 'test' };
    expect(await refuse(refundPayment, refund, who)).toBe('404 payment_unknown');
    clock.now += 601;
    for (const call of operatorCalls) {
      // For as many calls at once there is a limit.
      clock.now += 1;
      const { permission } = getPolicy(call);
      const status = permission !== null && CONFIRMED.includes(permission) ? '403 staff_confirm' : null;
      if (status !== null) expect(await refuse(call, { id: 1 }, who), call.name).toBe(status);
    }
    expect((await site.ask(listAlarms, {}, who)).status).toBe(200);
    await open({ who, secret });
    expect(await refuse(refundPayment, refund, who)).toBe('404 payment_unknown');
  });
});

describe('members', () => {
  it('get a place by any spelling of a mobile that has an account, and lose it with all its sessions', async () => {
    const owner = await join('owner');
    const who = await site.visitor();
    const mobile = `+98 ${who.mobile.slice(1, 4)} ${who.mobile.slice(4)}`;
    const added = await site.call(calls.addStaff, { mobile, name: 'Sara', role: 'support' }, owner.who);
    expect(added.data).toMatchObject({ mobile: who.mobile, role: 'support', added_by: `person:${owner.name}` });
    expect(await refuse(calls.addStaff, { mobile, name: 'Sara 2', role: 'support' }, owner.who)).toBe(
      '409 staff_exists',
    );
    const stranger = { mobile: '09350000001', name: 'nobody', role: 'viewer' };
    expect(await refuse(calls.addStaff, stranger, owner.who)).toBe('404 staff_no_account');
    const { secret } = (await site.call(calls.beginFactor, {}, who)).data;
    await open({ who, secret });
    expect((await site.ask(listAlarms, {}, who)).status).toBe(200);
    const { id } = added.data;
    await changePlace(site, { id, role: 'moderator' }, owner.who);
    expect(await refuse(listAlarms, {}, who)).toBe('403 operator_role');
    await changePlace(site, { id, role: null }, owner.who);
    expect(await refuse(listAlarms, {}, who)).toBe('401 unauthenticated');
    expect(await refuse(calls.getStaffSelf, {}, who)).toBe('404 staff_unknown');
    const member = await site.call(calls.addStaff, { mobile, name: 'Sara', role: 'viewer' }, owner.who);
    expect(member.data).toMatchObject({ id, has_factor: false, ended_at: null });
  });

  it('are not owners by one person, do not change themselves, and leave one owner', async () => {
    await site.sql("UPDATE staff SET ended_at = 1 WHERE role = 'owner'").run();
    const [first, second] = [await join('owner'), await join('owner')];
    const viewer = await join('viewer');
    expect(await refuse(calls.changeStaff, { ...seen('viewer'), id: viewer.id, role: 'owner' }, first.who)).toBe(
      '403 staff_owner_alone',
    );
    const who = await site.visitor();
    const asOwner = { mobile: who.mobile, name: 'another', role: 'owner' };
    expect(await refuse(calls.addStaff, asOwner, first.who)).toBe('403 staff_owner_alone');
    expect(await refuse(calls.changeStaff, { ...seen('owner'), id: first.id, role: 'viewer' }, first.who)).toBe(
      '409 staff_self',
    );
    const both = await Promise.all([
      site.ask(calls.changeStaff, { ...seen('owner'), id: second.id, role: null }, first.who),
      site.ask(calls.changeStaff, { ...seen('owner'), id: first.id, role: null }, second.who),
    ]);
    expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(await site.sql("SELECT count(*) AS n FROM staff WHERE role = 'owner' AND ended_at IS NULL").first('n')).toBe(
      1,
    );
  });
});

describe('keys of machines', () => {
  it('do what they were made for, no more than their maker, and nothing once revoked', async () => {
    const { who } = await join('owner');
    const made = await site.call(calls.addKey, { name: 'books', permissions: ['alarms.read'] }, who);
    const machine = { id: 0, mobile: '', token: made.data.secret };
    expect((await site.ask(listAlarms, {}, machine)).status).toBe(200);
    expect(await refuse(getOperatorPayment, { id: 'a'.repeat(20) }, machine)).toBe('403 operator_role');
    const row = await site.sql('SELECT operator FROM operator_audit ORDER BY id DESC LIMIT 1').first('operator');
    expect(row).toBe('key:books');
    const { data } = await site.call(calls.listKeys, {}, who);
    expect(JSON.stringify(data)).not.toContain(made.data.secret);
    expect(await refuse(calls.addKey, { name: 'books', permissions: ['alarms.read'] }, who)).toBe('409 staff_exists');
    await site.call(calls.revokeKey, { id: made.data.id, reason: 'leaked' }, who);
    expect(await refuse(listAlarms, {}, machine)).toBe('401 unauthenticated');
    const keys = await site.call(calls.addKey, { name: 'staff-maker', permissions: ['staff.write'] }, who);
    const maker = { id: 0, mobile: '', token: keys.data.secret };
    for (const permission of ['ledger.correct', 'staff.write'])
      expect(await refuse(calls.addKey, { name: 'second', permissions: [permission] }, maker)).toBe(
        '403 approval_person',
      );
    const accomplice = { mobile: (await site.visitor()).mobile, name: 'accomplice', role: 'finance' };
    expect(await refuse(calls.addStaff, accomplice, maker)).toBe('403 operator_role');
    const viewer = await join('viewer');
    expect(await refuse(calls.changeStaff, { ...seen('viewer'), id: viewer.id, role: 'finance' }, maker)).toBe(
      '403 operator_role',
    );
  });
});

describe('the demo’s codes', () => {
  it('are in the inbox of the demo, and nowhere without it', async () => {
    const { who, name, secret } = await join('viewer');
    const demo = openMoney(platform, { MEDIA_SIGNING_KEY: 'k'.repeat(43), SMS_PROVIDER: 'outbox' });
    demo.clock.now = clock.now;
    const { data } = await demo.call(calls.getFactorCodes, {});
    expect(data.find((row) => row.name === name)?.code).toBe(readAuthenticator(secret, clock.now));
    for (const provider of ['kavenegar', '']) {
      const live = openMoney(platform, { MEDIA_SIGNING_KEY: 'k'.repeat(43), SMS_PROVIDER: provider });
      expect((await live.ask(calls.getFactorCodes, {}, who)).status, provider).toBe(404);
    }
  });
});

describe('the trail', () => {
  it('says what was changed and from where, by operator and by subject', async () => {
    const { who, name } = await join('owner');
    const other = await join('viewer');
    await changePlace(site, { id: other.id, role: 'editor' }, who);
    const { data } = await site.call(calls.listAudit, { subject: `staff:${String(other.id)}` }, who);
    const change = data.find(({ action }) => action === 'changeStaff');
    expect(change).toMatchObject({ operator: `person:${name}`, permission: 'staff.write', status: 200 });
    expect(JSON.parse(change?.before ?? '')).toMatchObject({ role: 'viewer' });
    expect(JSON.parse(change?.after ?? '')).toMatchObject({ role: 'editor' });
    expect(change?.origin).toMatch(/^10\.\d+\.\d+\.1/);
  });

  it('is sealed, and a row that is changed or gone is told', async () => {
    const db = openDatabase(platform.env.DB);
    const { who } = await join('viewer');
    await site.call(listAlarms, {}, who);
    const last = async () => site.sql('SELECT max(id) AS id FROM operator_audit').first<number>('id');
    expect(await sealTrail({ db, now: clock.now })).toBeGreaterThan(0);
    // Some hundred rows a run; the calls of all roles above are more.
    while ((await sealTrail({ db, now: clock.now })) > 0);
    expect(await verifyTrail(db)).toEqual([]);
    const id = await last();
    await expect(site.sql('UPDATE operator_audit SET operator = ? WHERE id = ?', 'x', id).run()).rejects.toThrow();
    await expect(site.sql('DELETE FROM operator_audit WHERE id = ?', id).run()).rejects.toThrow();
    await site.sql('DROP TRIGGER operator_audit_fixed').run();
    await site.sql('UPDATE operator_audit SET operator = ? WHERE id = ?', 'x', id).run();
    expect(await verifyTrail(db)).toHaveLength(1);
  });
});
