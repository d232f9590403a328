import { expect } from 'vitest';
import { migrate } from '../../../tools/seed/migrate.ts';
import { sealEntries } from '../../../src/features/ledger/server/seal.ts';
import { buyPlan, chargeWallet } from '../../../src/features/checkout/contract.ts';
import { openConnection } from '@pardeh/workers-on-node/database/connection';
import { openSqliteD1 } from '@pardeh/workers-on-node/database/d1';
import { openMoney, PLAN, sell } from './money.ts';
import { openPlatform } from '../site/platform.ts';

const TWO_DAYS = 2 * 24 * 60 * 60;

/** A database file with books that were written by real purchases and sealed. `synopsis`: of the title with id 10. */
export async function makeSealedShop(file: string, synopsis: string): Promise<void> {
  const db = openConnection(file, 'write');
  const platform = await openPlatform();
  const site = openMoney({ ...platform, env: { ...platform.env, DB: openSqliteD1(db) } });
  await migrate(site.env.DB);
  await sell(site.env.DB, site.clock.now);
  for (let time = 0; time < 3; time += 1) {
    const who = await site.visitor();
    const { data } = await site.call(chargeWallet, { amount: PLAN.toman * 2 }, who);
    await site.comeBack(await site.payAtGateway(data.pay_url, 'pay'));
    await site.call(buyPlan, { plan_id: PLAN.id, payment_method: 'wallet' }, who);
  }
  expect(await sealEntries(site.env.DB, site.clock.now + TWO_DAYS, 9)).toBeGreaterThan(0);
  await site.sql('UPDATE titles SET synopsis_fa = ? WHERE id = 10', synopsis).run();
  db.close();
  await platform.dispose();
}
