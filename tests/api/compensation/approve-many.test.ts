import { beforeEach, expect, it } from 'vitest';
import * as desk from '../../../src/features/compensation/desk-contract.ts';
import { runCases } from '../../../src/features/compensation/server/run-cases.ts';
import { addKey, listAudit } from '../../../src/features/staff/contract.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { addRow } from '../../support/database/rows.ts';
import { openMoney, SCREENED, type Visitor } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { openStaff } from '../../support/money/staff.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const secret = 'd'.repeat(40);
const site = openMoney(platform, {
  OPERATOR_TOKEN: `root:${secret},zoe:${'z'.repeat(40)}`,
  MEDIA_SIGNING_KEY: 'k'.repeat(43),
  COMPENSATE_ALONE_DAYS: '5',
});
const root = { id: 0, mobile: '', token: secret };
const zoe = { id: 0, mobile: '', token: 'z'.repeat(40) };
const { join, open } = openStaff(site, root);
const DAY = 24 * 60 * 60;

// Nobody's days of 24 hours, and no fault, are those of another test.
beforeEach(() => {
  site.clock.now += 3 * DAY;
});

let screenings = 900;
/** A screening with a ticket of each; two faults of one are at different minutes. */
async function addScreening(people: readonly Visitor[]) {
  screenings += 1;
  const { now } = site.clock;
  const time = { starts_at: now - 8000, ends_at: now + DAY };
  await addRow(site.env.DB, 'screenings', { id: screenings, title_id: SCREENED.id, ...time });
  for (const { id } of people) await addTicket(id, screenings);
  return screenings;
}
const addTicket = (user: number, screening: number) =>
  addRow(site.env.DB, 'purchases', {
    ...{ user_id: user, kind: 'screening', item_id: screening, title_id: SCREENED.id },
    ...{ bought_at: site.clock.now - 9000, ends_at: site.clock.now + DAY },
  });

let keys = 0;
async function propose(who: Visitor, people: readonly Visitor[], days = 2, ago = 60) {
  keys += 1;
  const time = { from: site.clock.now - ago - 600, until: site.clock.now - ago };
  const fault = { kind: 'screening', subject: await addScreening(people), ...time, days, reason: 'an outage' };
  return (await site.call(desk.proposeCompensation, { key: `case-${String(keys).padStart(4, '0')}`, ...fault }, who))
    .data;
}

const rehearse = async (ids: readonly number[], who: Visitor) =>
  (await site.call(desk.rehearseApprovals, { ids: [...ids] }, who)).data;
const approve = async (rows: readonly desk.ApprovalRow[], who: Visitor) => {
  const cases = rows.map(({ id, days, people }) => ({ id, days, people }));
  return (await site.call(desk.approveCompensations, { cases }, who)).data.map(({ result }) => result);
};
const toResults = (rows: readonly { result: string }[]) => rows.map(({ result }) => result);
const state = async (id: number) => (await site.call(desk.getCompensation, { id }, root)).data.state;
const end = async ({ id }: Visitor) =>
  (await site.sql('SELECT subscribed_until FROM users WHERE id = ?', id).first<number>('subscribed_until')) ?? 0;

it('each as it was shown, and the rehearsal writes nothing', async () => {
  const [both, one] = [await site.visitor(), await site.visitor()];
  const cases = [await propose(root, [both, one], 2), await propose(root, [one], 3)];
  const ids = cases.map(({ id }) => id);
  const rows = await rehearse(ids, zoe);
  expect(rows).toEqual([
    { id: ids[0], days: 2, people: 2, result: 'approved' },
    { id: ids[1], days: 3, people: 1, result: 'approved' },
  ]);
  expect(await Promise.all(ids.map(state))).toEqual(['proposed', 'proposed']);
  expect(await approve(rows, zoe)).toEqual(['approved', 'approved']);
  expect(await Promise.all(ids.map(state))).toEqual(['done', 'done']);
  // Both faults were at one time: nobody is given more days than the longest has.
  expect([await end(both), await end(one)]).toEqual([site.clock.now + 2 * DAY, site.clock.now + 3 * DAY]);
  for (const id of ids) {
    const { data } = await site.call(listAudit, { subject: `compensation:${String(id)}` }, root);
    const row = data.find(({ action }) => action === 'approveCompensations');
    expect(row?.operator).toBe('zoe');
    expect(JSON.stringify(row?.after)).toContain(String(id));
  }
  // The same press again, whose answer was lost.
  expect(await approve(rows, zoe)).toEqual(['approved', 'approved']);
  expect(await approve(rows, root)).toEqual(['closed', 'closed']);
  expect(await site.count('compensations WHERE user_id IN (?, ?)', both.id, one.id)).toBe(3);
});

it('the days of 24 hours in their order: the one that crosses the bound waits, a smaller one after it does not', async () => {
  const finance = await join('finance');
  const cases = [];
  for (const days of [2, 2, 2, 1]) cases.push(await propose(finance, [await site.visitor()], days));
  const rows = await rehearse(
    cases.map(({ id }) => id),
    finance,
  );
  expect(toResults(rows)).toEqual(['approved', 'approved', 'second', 'approved']);
  expect(await approve(rows, finance)).toEqual(toResults(rows));
  expect(await Promise.all(cases.map(({ id }) => state(id)))).toEqual(['done', 'done', 'proposed', 'done']);
  // Another member is not bounded by what they did not propose.
  expect(toResults(await rehearse([cases[2]?.id ?? 0], root))).toEqual(['approved']);
  // Nor do many presses at one moment pass the bound that one has.
  site.clock.now += 2 * DAY;
  await open(finance);
  const batches = [];
  for (let count = 0; count < 3; count += 1) {
    const { id } = await propose(finance, [await site.visitor()], 3);
    batches.push(await rehearse([id], finance));
  }
  const answers = await Promise.all(batches.map((one) => approve(one, finance)));
  expect(answers.flat().toSorted()).toEqual(['approved', 'second', 'second']);
});

it('none that gives days to the member, nor to whose key it is, and all others of the batch', async () => {
  const owner = await join('owner');
  const { data } = await site.call(addKey, { name: 'of-hers', permissions: ['compensation.approve'] }, owner);
  const key: Visitor = { id: 0, mobile: '', token: data.secret };
  const [mine, foreign] = [await propose(root, [owner], 1), await propose(root, [await site.visitor()], 1)];
  const ids = [mine.id, foreign.id];
  for (const who of [key, owner]) {
    const rows = await rehearse(ids, who);
    expect(toResults(rows)).toEqual(['own', 'approved']);
  }
  expect(await approve(await rehearse(ids, owner), owner)).toEqual(['own', 'approved']);
  expect(await state(mine.id)).toBe('proposed');
  expect(await end(owner)).toBe(0);
});

it('by two members at one moment: each case by one of them, its days once', async () => {
  const people = [await site.visitor(), await site.visitor(), await site.visitor()];
  const ids: number[] = [];
  for (const who of people) ids.push((await propose(root, [who], 2)).id);
  const [mine, yours] = [await join('finance'), await join('finance')];
  const rows = await rehearse(ids, mine);
  const [first, second] = await Promise.all([approve(rows, mine), approve(rows.toReversed(), yours)]);
  for (const [at, result] of first.entries())
    expect([result, second.toReversed()[at]].toSorted()).toEqual(['approved', 'closed']);
  await runCases({ db: openDatabase(platform.env.DB), now: site.clock.now });
  expect(await Promise.all(people.map(end))).toEqual(people.map(() => site.clock.now + 2 * DAY));
});

it('not one that concerns another number by now, or nobody, or whom nobody knows, or that was decided', async () => {
  const [who, later] = [await site.visitor(), await site.visitor()];
  const [grown, same, nobody, over] = [
    await propose(root, [who], 1),
    await propose(root, [who], 1),
    await propose(root, [], 1),
    await propose(root, [who], 1),
  ];
  await site.call(desk.refuseCompensation, { id: over.id, reason: 'no fault' }, root);
  const unclear = { key: 'case-unclear', state: 'proposed', kind: 'plays', starts_at: 1, ends_at: 2, people: null };
  const unknown = 70_001;
  await addRow(site.env.DB, 'compensation_cases', { id: unknown, ...unclear });
  const ids = [grown.id, same.id, nobody.id, over.id, unknown, 987_654];
  const rows = await rehearse(ids, zoe);
  expect(toResults(rows)).toEqual(['approved', 'approved', 'nobody', 'closed', 'reach', 'unknown']);
  await addTicket(later.id, grown.subject);
  const presses = rows.map((row) => ({ ...row, people: Math.max(1, row.people), days: Math.max(1, row.days) }));
  expect(await approve(presses, zoe)).toEqual(['stale', 'approved', 'stale', 'closed', 'reach', 'unknown']);
});

it('refused are one proposal twice, more than twenty, and who may not', async () => {
  const refuse = async (...[call, input, caller]: Parameters<typeof site.ask>) => {
    const { status, code } = await parseFailure(await site.ask(call, input, caller));
    return `${String(status)} ${code}`;
  };
  const press = { id: 1, days: 1, people: 1 };
  expect(await refuse(desk.approveCompensations, { cases: [press, { ...press, days: 2 }] }, zoe)).toBe(
    '422 invalid_input',
  );
  const many = Array.from({ length: desk.MAX_APPROVALS_AT_ONCE + 1 }, (_, at) => at + 1);
  expect(await refuse(desk.rehearseApprovals, { ids: many }, zoe)).toBe('422 invalid_input');
  const cases = many.map((id) => ({ ...press, id }));
  expect(await refuse(desk.approveCompensations, { cases }, zoe)).toBe('422 invalid_input');
  const support = await join('support');
  for (const [call, input] of [
    [desk.rehearseApprovals, { ids: [1] }],
    [desk.approveCompensations, { cases: [press] }],
  ] as const)
    expect(await refuse(call, input, support)).toBe('403 operator_role');
});
