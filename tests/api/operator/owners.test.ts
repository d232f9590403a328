import * as v from 'valibot';
import { expect, it } from 'vitest';
import * as approvals from '../../../src/features/operator/approvals-contract.ts';
import { ownerPreview } from '../../../src/features/staff/owner-preview.ts';
import { openMoney } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { openStaff } from '../../support/money/staff.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const ROOT = 'd'.repeat(40);
const site = openMoney(platform, { OPERATOR_TOKEN: `root:${ROOT}`, MEDIA_SIGNING_KEY: 'k'.repeat(43) });
const { join } = openStaff(site, { id: 0, mobile: '', token: ROOT });
const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const { status, code } = await parseFailure(await site.ask(call, input, who));
  return `${String(status)} ${code}`;
};

it('a new owner is shown before the request, which has the same for the second one, and nothing happens', async () => {
  const [one, two, member] = [await join('owner'), await join('owner'), await join('viewer')];
  const [finance, stranger] = [await join('finance'), await site.visitor()];
  await site.sql("UPDATE users SET name = 'Mina' WHERE id = ?", member.id).run();
  const see = async (mobile: string) => (await site.call(approvals.rehearseOwner, { mobile, name: 'fresh' }, one)).data;
  const [ofStranger, ofMember] = [await see(stranger.mobile), await see(member.mobile)];
  expect(ofStranger).toEqual({ name: 'fresh', role: null, person: '', sessions: 0, factor: 0, owners: 3 });
  expect(ofMember).toEqual({ name: member.name, role: 'viewer', person: 'Mina', sessions: 1, factor: 1, owners: 3 });
  const ownMobile = { mobile: one.mobile, name: 'x' };
  expect(await refuse(approvals.rehearseOwner, ownMobile, two)).toBe('409 staff_exists');
  expect(await refuse(approvals.rehearseOwner, { ...ownMobile, mobile: '1' }, two)).toBe('422 mobile_invalid');
  expect(await refuse(approvals.rehearseOwner, ownMobile, finance)).toBe('403 operator_role');
  const wanted = { key: 'owner-shown', mobile: member.mobile, name: 'fresh', reason: 'grows' };
  await site.call(approvals.requestOwner, wanted, one);
  const [request] = (await site.call(approvals.listApprovals, {}, two)).data;
  expect(request).toMatchObject({ kind: 'owner', preview: ofMember });
  expect(await site.count("staff WHERE role = 'owner'")).toBe(2);
  const reads =
    "audit_subjects s JOIN operator_audit a ON a.id = s.audit_id WHERE a.action = 'rehearseOwner' AND s.subject = ?";
  expect(await site.count(reads, `account:${String(member.id)}`)).toBe(1);
});

it('a request from before the later facts is shown without them', () => {
  const later = { person: null, sessions: null, factor: null, owners: null };
  expect(v.parse(ownerPreview, { name: 'x', role: null })).toEqual({ name: 'x', role: null, ...later });
});
