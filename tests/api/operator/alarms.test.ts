import { beforeEach, describe, expect, it } from 'vitest';
import { raiseAlarm } from '../../../src/features/alarms/server/alarm.ts';
import * as alarms from '../../../src/features/operator/alarms-contract.ts';
import { addAlarms } from '../../../src/features/operator/contract.ts';
import { listAudit } from '../../../src/features/staff/contract.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { openMoney, type Visitor } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { openStaff } from '../../support/money/staff.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const ROOT = 'r'.repeat(40);
const site = openMoney(platform, { OPERATOR_TOKEN: `root:${ROOT}`, MEDIA_SIGNING_KEY: 'k'.repeat(43) });
const root = { id: 0, mobile: '', token: ROOT };
const { join, open } = openStaff(site, root);
const [first, second, owner, support] = [
  await join('finance'),
  await join('finance'),
  await join('owner'),
  await join('support'),
];

let keys = 0;
async function raise(): Promise<number> {
  keys += 1;
  const at = { db: openDatabase(platform.env.DB), now: site.clock.now };
  await raiseAlarm(at, { kind: 'books', key: `queue:${String(keys)}`, text: `text ${String(keys)}` });
  return (await site.sql('SELECT max(id) AS id FROM alarms').first<number>('id')) ?? 0;
}

const refuse = async (...[call, input, who]: Parameters<typeof site.ask>) => {
  const { status, code } = await parseFailure(await site.ask(call, input, who));
  return `${String(status)} ${code}`;
};
const take = async (ids: number[], who: Visitor) => (await site.call(alarms.takeAlarms, { ids }, who)).data;

beforeEach(async () => {
  site.clock.now += 60;
  for (const member of [first, second, owner]) await open(member);
});

describe('an alarm of the queue', () => {
  it('is taken by one of two members at one moment, and again by the same without a change', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await raise();
      const answers = await Promise.all([take([id], first), take([id], second)]);
      expect(
        answers
          .flat()
          .map(({ result }) => result)
          .sort(),
      ).toEqual(['held', 'taken']);
      const takers = new Set(answers.flat().map(({ taken_by: taker }) => taker));
      expect(takers.size).toBe(1);
      site.clock.now += 5;
    }
    const id = await raise();
    await take([id], first);
    const { data } = await site.call(alarms.listAlarms, {}, first);
    site.clock.now += 60;
    expect(await take([id], first)).toEqual([{ id, result: 'taken', taken_by: `person:${first.name}` }]);
    expect((await site.call(alarms.listAlarms, {}, first)).data[0]).toEqual(data[0]);
  });

  it('is taken with others by one call, with a result for each', async () => {
    const [free, busy, over] = [await raise(), await raise(), await raise()];
    await take([busy], second);
    await site.call(alarms.seeAlarm, { id: over, note: 'a test' }, second);
    expect((await take([free, busy, over, 999_999, free], first)).map(({ id, result }) => [id, result])).toEqual([
      [free, 'taken'],
      [busy, 'held'],
      [over, 'over'],
      [999_999, 'unknown'],
    ]);
    expect(await refuse(alarms.takeAlarms, { ids: [] }, first)).toBe('422 invalid_input');
  });

  it('is ended with a note by who has it, once, and stays with the note', async () => {
    const id = await raise();
    await take([id], first);
    expect(await refuse(alarms.seeAlarm, { id, note: 'mine now' }, second)).toBe('409 alarm_taken');
    const { data } = await site.call(alarms.seeAlarm, { id, note: 'the bank was asked' }, first);
    expect(data).toMatchObject({
      seen_by: `person:${first.name}`,
      note: 'the bank was asked',
      seen_at: site.clock.now,
    });
    site.clock.now += 60;
    expect((await site.call(alarms.seeAlarm, { id, note: 'the bank was asked' }, first)).data).toEqual(data);
    expect(await refuse(alarms.seeAlarm, { id, note: 'the bank was asked' }, second)).toBe('409 alarm_over');
    expect(await refuse(alarms.seeAlarm, { id, note: 'another note' }, first)).toBe('409 alarm_over');
    expect(await refuse(alarms.returnAlarm, { id }, first)).toBe('409 alarm_over');
    expect((await site.call(alarms.listAlarms, {}, first)).data.map((alarm) => alarm.id)).not.toContain(id);
  });

  it('is given back by who has it or by an owner, and by no other', async () => {
    const id = await raise();
    await take([id], first);
    expect(await refuse(alarms.returnAlarm, { id }, second)).toBe('409 alarm_taken');
    expect((await site.call(alarms.returnAlarm, { id }, first)).data.taken_by).toBeNull();
    await take([id], second);
    expect((await site.call(alarms.returnAlarm, { id }, owner)).data.taken_by).toBeNull();
    expect(await take([id], first)).toMatchObject([{ result: 'taken' }]);
    expect(await refuse(alarms.returnAlarm, { id: 999_999 }, first)).toBe('404 alarm_unknown');
  });

  it('is read by support, who takes none, and its trail is found by its number', async () => {
    const id = await raise();
    expect((await site.ask(alarms.listAlarms, {}, support)).status).toBe(200);
    for (const call of [alarms.takeAlarms, alarms.returnAlarm, alarms.seeAlarm])
      expect(await refuse(call, { id, ids: [id] }, support)).toBe('403 operator_role');
    await take([id], first);
    await site.call(alarms.seeAlarm, { id, note: 'the bank was asked' }, first);
    const { data } = await site.call(listAudit, { subject: `alarm:${String(id)}` }, owner);
    const acts = data.filter(({ status }) => status === 200);
    expect(acts.map(({ action, operator }) => [action, operator])).toEqual([
      ['seeAlarm', `person:${first.name}`],
      ['takeAlarms', `person:${first.name}`],
    ]);
    expect(JSON.parse(acts[0]?.before ?? '')).toEqual({ taken_by: `person:${first.name}` });
    expect(JSON.parse(acts[0]?.after ?? '')).toMatchObject({ note: 'the bank was asked' });
  });
});

describe('alarms that a settlement raises', () => {
  it('are once in the queue, and in the trail by their keys', async () => {
    const wanted = ['settled:1', 'settled:2'].map((key) => ({ key, kind: 'books' as const, text: 'a sum differs' }));
    expect((await site.call(addAlarms, { alarms: wanted }, first)).data).toEqual({ added: 2 });
    const more = [...wanted, { key: 'settled:3', kind: 'books' as const, text: 'a sum differs' }];
    expect((await site.call(addAlarms, { alarms: more }, first)).data).toEqual({ added: 1 });
    const { data } = await site.call(listAudit, { operator: `person:${first.name}` }, owner);
    const [latest, earlier] = data.filter(({ action }) => action === 'addAlarms');
    const id = await site.sql("SELECT id FROM alarms WHERE key = 'settled:3'").first<number>('id');
    expect(latest).toMatchObject({ after: JSON.stringify({ added: [{ id, key: 'settled:3', kind: 'books' }] }) });
    expect(earlier?.after).toContain('settled:2');
    const acts = (await site.call(listAudit, { subject: `alarm:${String(id)}` }, owner)).data;
    expect(acts.map(({ action }) => action)).toContain('addAlarms');
  });
});
