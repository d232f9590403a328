// @module-tag full
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { DEMO_VARS } from '../../../tools/lib/local-state.ts';
import { migrate } from '../../../tools/seed/migrate.ts';
import { verifyLedger } from '../../../src/features/ledger/server/verify.ts';
import { buyPlan, buyTitle } from '../../../src/features/checkout/contract.ts';
import { openBindings } from '../../../src/host/node/open-bindings.ts';
import { readVars } from '../../../src/host/node/run/settings.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import type { Call } from '../../../src/platform/http/calls/call.ts';
import { CONTEXT } from '../../support/site/execution-context.ts';
import { countVisitorsFrom, FILM, openMoney, PLAN, sell } from '../../support/money/money.ts';
import { startNodeSite, writeBuild } from '../../support/site/node-site.ts';
import { topUp } from '../../support/money/shop.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

/** A host that dies after a commit and before its answers: the buyer knows nothing, and tries again. */
const inFolder = useTemporaryFolder();
const BALANCE = 500_000;
/** More commits than any purchase has. */
const COMMITS_MAX = 20;
const now = Math.floor(Date.now() / 1000);
const preloads = ['shifted-clock', 'dying-before-answers'].map(
  (name) => `--import=${pathToFileURL(resolve(`tests/support/faults/${name}.mjs`)).href}`,
);
const vars = () => ({
  NODE_OPTIONS: preloads.join(' '),
  CLOCK_FILE: inFolder('clock'),
  KILL_FILE: inFolder('kill'),
});
/** The buyer tries again `later` seconds after, however slow the machine is. */
const holdClock = (later: number) => writeFileSync(inFolder('clock'), String((now + later) * 1000 - Date.now()));

beforeAll(() => {
  writeBuild(inFolder('build'));
});

async function openShop() {
  const bindings = openBindings(inFolder('data'));
  await migrate(bindings.stores.DB);
  const settings = { ...readVars(readFileSync('wrangler.toml', 'utf8')), ...DEMO_VARS, DEMO_HOSTS: 'pardeh.test' };
  const env = { ...settings, MEDIA_SIGNING_KEY: 'a-key-for-tests-only', ...bindings.stores } as unknown as Env;
  const shop = openMoney({ env, ctx: CONTEXT, dispose: () => Promise.resolve() });
  shop.clock.now = now;
  return { shop, bindings };
}

const KEY = { 'idempotency-key': 'the-key-of-one-purchase' };
const PURCHASES: [string, Call, Record<string, unknown>, number, number, Record<string, string>][] = [
  ['a title', buyTitle, { id: FILM.id }, FILM.total, 0, {}],
  ['a plan', buyPlan, { plan_id: PLAN.id }, PLAN.total, 0, {}],
  ['a plan with its key, two minutes later', buyPlan, { plan_id: PLAN.id }, PLAN.total, 120, KEY],
];
it.each(PURCHASES)('sells %s once, at whichever of its commits the host dies', async (...purchase) => {
  const [, call, input, total, later, key] = purchase;
  const { shop, bindings } = await openShop();
  countVisitorsFrom(Number(await bindings.stores.DB.prepare('SELECT count(*) AS n FROM users').first('n')));
  if ((await shop.count('plans')) === 0) await sell(bindings.stores.DB, now);
  let deaths = 0;
  for (let commit = 1; commit <= COMMITS_MAX; commit += 1) {
    const buyer = await shop.visitor();
    await topUp(shop, buyer, BALANCE);
    writeFileSync(inFolder('kill'), '');
    holdClock(0);
    const buy = async (after: number) => {
      const site = await startNodeSite(inFolder('build'), inFolder('data'), vars());
      holdClock(after);
      const body = JSON.stringify({ ...input, payment_method: 'wallet' });
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${buyer.token}`,
        origin: site.url,
        ...key,
        'cf-connecting-ip': `10.0.0.${String(buyer.id % 250)}`,
      };
      if (readFileSync(inFolder('kill'), 'utf8') === 'next') writeFileSync(inFolder('kill'), String(commit));
      const answer = await fetch(`${site.url}/api/v1${call.path}`, { method: 'POST', headers, body }).then(
        async (response) => `${String(response.status)} ${await response.text()}`,
        () => 'none',
      );
      site.kill('SIGKILL');
      await site.ended;
      return answer;
    };
    writeFileSync(inFolder('kill'), 'next');
    const first = await buy(0);
    writeFileSync(inFolder('kill'), '');
    if (first === 'none') {
      deaths += 1;
      expect(await buy(later)).toMatch(/^200 .*"state":"settled"/);
    } else expect(first).toMatch(/^200 .*"state":"settled"/);
    const paid = await shop.count("payments WHERE user_id = ? AND state = 'settled' AND method = 'wallet'", buyer.id);
    expect([await shop.wallet(buyer), paid]).toEqual([BALANCE - total, 1]);
    expect(await verifyLedger(bindings.stores.DB)).toEqual([]);
    if (first !== 'none') break;
  }
  // It died at each commit, and lived when there were no more.
  expect(deaths).toBeGreaterThan(0);
  expect(deaths).toBeLessThan(COMMITS_MAX);
  await bindings.close();
});
