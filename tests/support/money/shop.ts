import { afterAll, vi } from 'vitest';
import { chargeWallet } from '../../../src/features/checkout/contract.ts';
import { openMoney, sell, type MoneySite, type Visitor } from './money.ts';
import { openPlatform } from '../site/platform.ts';

/**
 * The site with its money for all tests of a file, where `sell` is sold: `const shop = await openShop()`. Its reports
 * go to `log` instead of the console.
 */
export async function openShop() {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const platform = await openPlatform();
  const site = openMoney(platform);
  await sell(platform.env.DB, site.clock.now);
  afterAll(async () => {
    log.mockRestore();
    await platform.dispose();
  });
  return { platform, site, log };
}

/** A wallet charge through the sandbox bank, from the button to the result page. Toman. */
export async function topUp(site: MoneySite, visitor: Visitor, amount: number): Promise<void> {
  const { data } = await site.call(chargeWallet, { amount }, visitor);
  await site.comeBack(await site.payAtGateway(data.pay_url, 'pay'));
}
