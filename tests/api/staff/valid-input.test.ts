import { expect, it } from 'vitest';
import { ALL_CALLS } from '../../../src/app/calls.ts';
import { getPolicy } from '../../../src/platform/http/calls/call.ts';
import { STAFF_ROLES } from '../../../src/platform/http/calls/permissions.ts';
import { openMoney } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { openStaff } from '../../support/money/staff.ts';
import { buildInput } from '../../support/site/build-input.ts';

const { platform } = await openShop();
const ROOT = 'd'.repeat(40);
const site = openMoney(platform, { OPERATOR_TOKEN: `root:${ROOT}`, MEDIA_SIGNING_KEY: 'k'.repeat(43) });
const root = { id: 0, mobile: '', token: ROOT };
const { join, open } = openStaff(site, root);
// Account 1 is nobody's of the staff.
await site.visitor({ subscribedUntil: site.clock.now + 1000 });
const operatorCalls = ALL_CALLS.filter((call) => getPolicy(call).caller === 'operator');

/** On workerd (scripts/test.ts) the owner alone, whose calls are all statements: the refusals of the others are the same there. */
const roles = process.env['PARDEH_HOST'] === 'node' ? STAFF_ROLES : (['owner'] as const);

it.each(roles)('%s asks every call with an input that its contract accepts, and none breaks', async (role) => {
  const member = await join(role);
  const counts: Record<number, number> = {};
  for (const [at, call] of operatorCalls.entries()) {
    if (at % 40 === 0) await open(member);
    site.clock.now += 5;
    const response = await site.ask(call, buildInput(call.input), member);
    expect(response.status, `${call.name}: ${await response.clone().text()}`).toBeLessThan(500);
    expect(response.headers.get('cache-control'), call.name).toBe('no-store');
    counts[response.status] = (counts[response.status] ?? 0) + 1;
  }
  // Else nothing was asked for.
  expect(counts[200], JSON.stringify(counts)).toBeGreaterThan(role === 'moderator' ? 2 : 5);
  expect(counts[401] ?? counts[429]).toBeUndefined();
});

/** The first two read; the third has no case to approve here. */
const WITHOUT_CHANGE = ['checkImport', 'exportProgress', 'approveCompensations'];

it('leaves what was changed in the row of each act', async () => {
  const changes = operatorCalls.filter(({ method, name }) => method !== 'GET' && !name.startsWith('rehearse'));
  const names = changes.map(({ name }) => name).filter((name) => !WITHOUT_CHANGE.includes(name));
  const { results } = await site
    .sql('SELECT DISTINCT action FROM operator_audit WHERE status = 200 AND after IS NULL AND before IS NULL')
    .all<{ action: string }>();
  const silent = results.map(({ action }) => action);
  expect(names.filter((name) => silent.includes(name))).toEqual([]);
});
