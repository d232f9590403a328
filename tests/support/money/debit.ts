import { afterAll, vi } from 'vitest';
import type { Env } from '../../../src/platform/config/env.ts';
import { buySubscription } from '../../../src/features/direct-debit/contract.ts';
import { RELAY_SECRET } from '@pardeh/money-simulator/banks/server';
import { BUSINESS, VANDAR_TOKEN } from '@pardeh/money-simulator/banks/vandar';
import { openVandar } from '@pardeh/money-simulator/banks/vandar-server';
import { openMoney, sell, type MoneySite, type Visitor } from './money.ts';
import { openPlatform, type Platform } from '../site/platform.ts';
import { listen } from '../site/api.ts';

/**
 * The site with direct debit at a provider that speaks Vandar's protocol, for all tests of a file. `open`: another
 * platform, such as that of sqlite-platform.ts.
 */
export async function openDebit(open: () => Promise<Platform> = openPlatform) {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const [platform, vandar] = await Promise.all([open(), openVandar(listen)]);
  const vars: Partial<Env> = {
    MANDATE_PROVIDER: 'vandar',
    VANDAR_BUSINESS: BUSINESS,
    VANDAR_TOKEN,
    PAYMENT_RELAY_BASE: vandar.url,
    PAYMENT_RELAY_SECRET: RELAY_SECRET,
    PAYMENT_TIMEOUT_MS: '8000',
  };
  const site = openMoney(platform, vars);
  await sell(platform.env.DB, site.clock.now);
  afterAll(async () => {
    log.mockRestore();
    await Promise.all([platform.dispose(), vandar.close()]);
  });

  /** The way back from the consent page of a mandate that its user agreed to. */
  const back = (payUrl: string | null, authorization?: string): string => {
    return vandar.agree(payUrl?.split('/').at(-1) ?? '', authorization);
  };
  /** Adds a bank with settings; the authorization's id. */
  const agree = async (who: Visitor, input: Record<string, unknown> = {}, at: MoneySite = site): Promise<string> => {
    const { data } = await at.call(buySubscription, { add_new_bank: true, bank: '012', ...input }, who);
    await at.comeBack(back(data.pay_url));
    return `auth-${data.pay_url?.split('/').at(-1) ?? ''}`;
  };
  /** The same site for a worker with another D1, at the same moment. */
  const openWith = (DB: D1Database): MoneySite => {
    const other = openMoney(platform, { ...vars, DB });
    other.clock.now = site.clock.now;
    return other;
  };
  const text = () => log.mock.calls.flat().map(String).join('\n');
  return { platform, vandar, site, log, text, back, agree, openWith };
}
