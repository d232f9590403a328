import { expect, it } from 'vitest';
import { ALL_CALLS } from '../../../src/app/calls.ts';
import { listAlarms } from '../../../src/features/operator/alarms-contract.ts';
import * as calls from '../../../src/features/staff/contract.ts';
import { getPolicy } from '../../../src/platform/http/calls/call.ts';
import { PERMISSIONS, ROLE_PERMISSIONS, STAFF_ROLES } from '../../../src/platform/http/calls/permissions.ts';
import { openMoney } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { changePlace, openStaff } from '../../support/money/staff.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const ROOT = 'd'.repeat(40);
const site = openMoney(platform, { OPERATOR_TOKEN: `root:${ROOT}`, MEDIA_SIGNING_KEY: 'k'.repeat(43) });
const root = { id: 0, mobile: '', token: ROOT };
const { join, open } = openStaff(site, root);
const operatorCalls = ALL_CALLS.filter((call) => getPolicy(call).caller === 'operator');

it('keys of a member do no more than the role of now, in each role', async () => {
  const [first, second] = [await join('owner'), await join('owner')];
  const { data } = await site.call(calls.addKey, { name: 'of-all', permissions: [...PERMISSIONS] }, second);
  const machine = { id: 0, mobile: '', token: data.secret };
  for (const role of STAFF_ROLES.filter((name) => name !== 'owner')) {
    await open(first);
    await changePlace(site, { id: second.staffId, role }, first);
    for (const call of operatorCalls) {
      site.clock.now += 60;
      const { permission } = getPolicy(call);
      const isAllowed = permission !== null && ROLE_PERMISSIONS[role].includes(permission);
      const response = await site.ask(call, { id: 999_999 }, machine);
      if (!isAllowed) expect(await parseFailure(response), `${role} ${call.name}`).toMatchObject({ status: 403 });
    }
  }
  await open(first);
  await changePlace(site, { id: second.staffId, role: 'viewer' }, first);
  expect((await site.ask(listAlarms, {}, machine)).status).toBe(200);
});

it('keys of a token do what the settings let it do now, and nothing without it', async () => {
  const wanted = { name: 'of-token', permissions: ['alarms.read', 'people.read'] };
  const { data } = await site.call(calls.addKey, wanted, root);
  const machine = { id: 0, mobile: '', token: data.secret };
  const withToken = async (token: string) => {
    const changed = openMoney(platform, { OPERATOR_TOKEN: token, MEDIA_SIGNING_KEY: 'k'.repeat(43) });
    changed.clock.now = site.clock.now;
    return (await changed.ask(listAlarms, {}, machine)).status;
  };
  expect((await site.ask(listAlarms, {}, machine)).status).toBe(200);
  expect(await withToken(`root/viewer:${'e'.repeat(40)}`)).toBe(200);
  expect(await withToken(`root/moderator:${'e'.repeat(40)}`)).toBe(403);
  expect(await withToken(`another:${'e'.repeat(40)}`)).toBe(403);
});

it('keys of a member end with the place', async () => {
  const [first, second] = [await join('owner'), await join('owner')];
  const { data } = await site.call(calls.addKey, { name: 'of-second', permissions: ['alarms.read'] }, second);
  const machine = { id: 0, mobile: '', token: data.secret };
  expect((await site.ask(listAlarms, {}, machine)).status).toBe(200);
  await changePlace(site, { id: second.staffId, role: null }, first);
  expect((await parseFailure(await site.ask(listAlarms, {}, machine))).code).toBe('unauthenticated');
});
