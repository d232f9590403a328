import { expect, it } from 'vitest';
import { ALL_CALLS } from '../../../src/app/calls.ts';
import { reportIngest } from '../../../src/features/ingest/contract.ts';
import { getPolicy } from '../../../src/platform/http/calls/call.ts';
import { addRow } from '../../support/database/rows.ts';
import { openMembers } from '../../support/money/members.ts';
import { openMoney } from '../../support/money/money.ts';
import { openShop } from '../../support/money/shop.ts';
import { buildInput } from '../../support/site/build-input.ts';

const { platform } = await openShop();
const DEPLOYER = 'd'.repeat(40);
const site = openMoney(platform, { OPERATOR_TOKEN: `deployer:${DEPLOYER}`, MEDIA_SIGNING_KEY: 'k'.repeat(43) });
const deployer = { id: 0, mobile: '', token: DEPLOYER };
const { clock } = site;
const { join, open } = openMembers(site, deployer);
const operatorCalls = ALL_CALLS.filter((call) => getPolicy(call).caller === 'operator');

it('acts only with a row: a trail that cannot be written refuses the act', async () => {
  const { who, secret } = await join('owner', { confirms: false });
  const { results } = await site
    .sql("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'rate_limits' AND substr(name, 1, 1) <> '_'")
    .all<{ name: string }>();
  const jobs = { due: 9001, working: 9002 };
  const lease = crypto.randomUUID();
  const db = platform.env.DB;
  await addRow(db, 'ingest_jobs', { id: jobs.due, upload_id: 'due', title_id: 10 });
  await addRow(db, 'ingest_jobs', {
    ...{ id: jobs.working, upload_id: 'working', title_id: 11, state: 'working', worker: 'w', lease },
    lease_until: clock.now + 24 * 60 * 60,
  });
  const read = async ({ name }: { name: string }) => [name, (await site.sql(`SELECT * FROM "${name}"`).all()).results];
  const readTables = async () => Object.fromEntries(await Promise.all(results.map(read))) as Record<string, unknown>;
  const leased = { id: jobs.working, lease };
  const inputs: Record<string, object> = {
    ...{ addKey: { name: 'unseen', permissions: ['alarms.read'] }, holdTitle: { id: 10, tab: 'tab-of-the-test-1' } },
    ...{
      cancelIngest: { id: jobs.due },
      finishIngest: leased,
      failIngest: { ...leased, code: 'damaged', detail: '' },
    },
  };
  const toInput = (call: (typeof operatorCalls)[number]) => ({ ...buildInput(call.input), ...inputs[call.name] });
  const report = operatorCalls.find(({ name }) => name === 'reportIngest');
  const acts = operatorCalls.filter((call) => call !== report);
  const before = await readTables();
  await site.sql("CREATE TRIGGER full BEFORE INSERT ON operator_audit BEGIN SELECT RAISE(ABORT, 'disk'); END").run();
  for (const call of acts) {
    clock.now += 5;
    expect((await site.ask(call, toInput(call), who)).status, call.name).toBe(500);
  }
  expect(await readTables()).toEqual(before);
  // Mere progress of a job that is taken; a refusal of it has a row, or none is answered.
  const progress = { ...leased, progress: 10, step: 'sound' };
  expect((await site.ask(reportIngest, { ...progress, lease: crypto.randomUUID() }, who)).status).toBe(500);
  expect(await readTables()).toEqual(before);
  expect((await site.ask(reportIngest, progress, who)).status).toBe(200);
  await site.sql('DROP TRIGGER full').run();
  await open({ who, secret });
  // The same inputs change something where the trail is whole.
  for (const name of ['takeIngest', 'holdTitle', 'finishIngest', 'addKey']) {
    const call = acts.find((act) => act.name === name);
    expect(call && (await site.ask(call, toInput(call), who)).status, name).toBe(200);
  }
  const after = await readTables();
  for (const table of ['ingest_jobs', 'title_leases', 'staff_keys'])
    expect(after[table], table).not.toEqual(before[table]);
});
