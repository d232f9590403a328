import { beforeEach, describe, expect, it } from 'vitest';
import * as calls from '../../../src/features/staff/contract.ts';
import * as passkeyCalls from '../../../src/features/staff/passkeys-contract.ts';
import { ACCOUNT_CODE_DAYS } from '../../../src/features/staff/staff.ts';
import { readAuthenticator } from '../../support/authenticator.ts';
import { addRow } from '../../support/database/rows.ts';
import { openMembers } from '../../support/money/members.ts';
import { openMoney } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';

const { platform } = await openShop();
const DEPLOYER = 'd'.repeat(40);
const site = openMoney(platform, { OPERATOR_TOKEN: `deployer:${DEPLOYER}`, MEDIA_SIGNING_KEY: 'k'.repeat(43) });
const deployer = { id: 0, mobile: '', token: DEPLOYER };
const { clock } = site;
const { join, open, refuse } = openMembers(site, deployer);

beforeEach(() => {
  clock.now += 24 * 60 * 60;
});

describe('a token of the settings', () => {
  it('makes another owner alone, which every owner reads in the trail and in the list', async () => {
    const owner = await join('owner');
    const { id, name } = await join('owner');
    const { data } = await site.call(calls.listAudit, { operator: 'deployer' }, owner.who);
    const row = data.find((act) => act.action === 'addStaff' && act.subject === name);
    expect(row).toMatchObject({ status: 200, permission: 'staff.write' });
    expect(JSON.parse(row?.after ?? '')).toMatchObject({ name, role: 'owner' });
    const members = (await site.call(calls.listStaff, {}, owner.who)).data;
    expect(members.find((member) => member.id === id)).toMatchObject({ added_by: 'deployer' });
  });
});

describe('a change of a place', () => {
  it('says what it takes away, leaves its reason, and is refused to the later of two owners', async () => {
    const [first, second, member] = [await join('owner'), await join('owner'), await join('support')];
    const { id } = member;
    const listed = async () => (await site.call(calls.listStaff, {}, first.who)).data.find((row) => row.id === id);
    await site
      .sql(
        'UPDATE staff_recovery_codes SET used_at = 1 WHERE code_hash = (SELECT min(code_hash) FROM staff_recovery_codes WHERE staff_id = ?)',
        id,
      )
      .run();
    await addRow(platform.env.DB, 'staff_keys', {
      name: 'of-member',
      added_by: `person:${member.name}`,
      secret_hash: 'm',
    });
    await addRow(platform.env.DB, 'approvals', { key: 'of-member', requested_by: id });
    const place = { role: 'support', has_codes: true, recovery_codes: 9, passkeys: 0, sessions: 1 };
    const lost = { keys: ['of-member'], approvals: 1 };
    expect((await site.call(calls.rehearseStaffChange, { id }, first.who)).data).toEqual({ ...place, ...lost });
    const change = { id, seen: 'support', role: 'editor', reason: 'writes from now on' };
    await site.call(calls.changeStaff, change, first.who);
    expect(await refuse(calls.changeStaff, { ...change, role: null }, second.who)).toBe('409 staff_changed');
    expect(await listed()).toMatchObject({ role: 'editor', ended_at: null });
    expect((await site.call(calls.rehearseStaffChange, { id }, first.who)).data).toMatchObject({ approvals: 0 });
    const end = { ...change, seen: 'editor', role: null };
    expect(await refuse(calls.changeStaff, { ...end, reason: '' }, first.who)).toMatch(/^422/);
    await site.call(calls.changeStaff, end, first.who);
    expect(await refuse(calls.changeStaff, { ...end, role: 'viewer' }, second.who)).toBe('409 staff_changed');
    expect(await listed()).toMatchObject({ ended_at: clock.now });
    const { data } = await site.call(calls.listAudit, { subject: `staff:${String(id)}` }, first.who);
    const reasons = data.map(({ after }) => (JSON.parse(after ?? '{}') as { reason?: string }).reason);
    expect(reasons.filter((reason) => reason === 'writes from now on')).toHaveLength(2);
  });
});

describe('the way in', () => {
  it('opens after a code by SMS of the last thirty days alone, also by the factors of a new member', async () => {
    const member = await join('viewer', { confirms: false });
    const fresh = await join('viewer', { confirms: false, opens: false });
    clock.now += ACCOUNT_CODE_DAYS * 24 * 60 * 60 - 3600;
    await open(member);
    clock.now += 3601;
    // Of twelve hours: it ends by itself.
    await open(member);
    clock.now += 12 * 60 * 60;
    const code = readAuthenticator(member.secret, clock.now);
    for (const input of [{ code }, { code: member.recovery[0] }])
      expect(await refuse(calls.openStaffSession, input, member.who)).toBe('403 code_needed');
    for (const call of [calls.beginFactor, passkeyCalls.beginPasskey, passkeyCalls.beginPasskeySession])
      expect(await refuse(call, {}, fresh.who), call.name).toBe('403 code_needed');
    expect((await site.call(calls.getStaffSelf, {}, member.who)).data).toMatchObject({
      needs_code: true,
      session: null,
    });
    await site.sql('UPDATE sessions SET stepped_up_at = ? WHERE user_id = ?', clock.now, member.who.id).run();
    expect((await site.call(calls.getStaffSelf, {}, member.who)).data).toMatchObject({ needs_code: false });
    expect((await site.ask(calls.openStaffSession, { code }, member.who)).status).toBe(200);
  });

  it('gives new recovery codes after a fresh code, which end the earlier ones', async () => {
    const { who, secret, recovery, id } = await join('viewer');
    clock.now += 601;
    expect(await refuse(calls.renewRecoveryCodes, {}, who)).toBe('403 staff_confirm');
    await open({ who, secret });
    const { data } = await site.call(calls.renewRecoveryCodes, {}, who);
    expect(new Set([...data.recovery_codes, ...recovery]).size).toBe(20);
    for (const code of recovery.slice(0, 2))
      expect(await refuse(calls.openStaffSession, { code }, who)).toBe('422 code_wrong_or_expired');
    const [code] = data.recovery_codes;
    expect((await site.ask(calls.openStaffSession, { code }, who)).status).toBe(200);
    const row = await site
      .sql("SELECT * FROM operator_audit WHERE action = 'renewRecoveryCodes' AND subject = ?", `staff:${String(id)}`)
      .first();
    expect(row).toMatchObject({ status: 200 });
    expect(JSON.stringify(row)).not.toContain(code);
    await site.call(calls.endStaffSession, {}, who);
    expect(await refuse(calls.renewRecoveryCodes, {}, who)).toBe('403 staff_closed');
    expect(await refuse(calls.renewRecoveryCodes, {}, await site.visitor())).toBe('404 staff_unknown');
  });
});
