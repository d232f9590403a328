// A shop on the Node host's bindings in a process of its own: node buying-child.ts FOLDER [VISITORS] [LANES]. Buys until
// it is killed, and prints a line for each purchase that has been answered. VISITORS: how many there were before.
import { buyPlan, chargeWallet } from '../../../src/features/checkout/contract.ts';
import { openBindings } from '../../../src/host/node/open-bindings.ts';
import { trackBackground } from '@pardeh/workers-on-node/process/context';
import { readVars } from '../../../src/host/node/run/settings.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { readFileSync } from 'node:fs';
import { DEMO_VARS } from '../../../tools/lib/local-state.ts';
import { migrate } from '../../../tools/seed/migrate.ts';
import { countVisitorsFrom, openMoney, PLAN, sell } from './money.ts';

const [, , folder = '', visitors = '0', lanes = '2'] = process.argv;
const { stores } = openBindings(folder);
const vars = { ...readVars(readFileSync('wrangler.toml', 'utf8')), ...DEMO_VARS, DEMO_HOSTS: 'pardeh.test' };
const env = { ...vars, MEDIA_SIGNING_KEY: 'a-key-for-tests-only', ...stores } as unknown as Env;
await migrate(env.DB);
const ctx = trackBackground().createContext();
const site = openMoney({ env, ctx, dispose: () => Promise.resolve() });
countVisitorsFrom(Number(visitors));
if ((await env.DB.prepare('SELECT count(*) AS n FROM plans').first('n')) === 0) await sell(env.DB, site.clock.now);

const buyOften = async () => {
  for (;;) {
    const who = await site.visitor();
    const { data } = await site.call(chargeWallet, { amount: PLAN.toman * 2 }, who);
    await site.comeBack(await site.payAtGateway(data.pay_url, 'pay'));
    await site.call(buyPlan, { plan_id: PLAN.id, payment_method: 'wallet' }, who);
    console.log('bought');
  }
};
await Promise.all(Array.from({ length: Number(lanes) }, buyOften));
