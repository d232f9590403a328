import type { Env } from '../config/env.ts';
import { openDatabase } from './db/client.ts';
import type { BankContext } from './gateways/payment/choose.ts';
import { systemClock, type Clock } from './lib/request-context.ts';
import { eraseAccounts } from './modules/account/erase.ts';
import { collect } from './modules/direct-debit/collect.ts';
import { verifyLedger } from './modules/ledger/verify.ts';
import { reconcile } from './modules/payments/reconcile.ts';
import { sweep } from './modules/auth/sweep.ts';

/** The nightly entry of `crons` in wrangler.toml; every other tick is the two-minute one. */
export const NIGHTLY = '17 0 * * *';

/**
 * One tick: payments are reconciled, direct debit is collected, what has expired is swept,
 * cancelled accounts are erased when their time has come; at night the books are
 * checked. Each job runs whatever became of the others. With a provider's API there is nothing of ours to do.
 */
export async function runCron(env: Env, cron: string, clock: Clock = systemClock): Promise<void> {
  if (env.API_BASE_URL !== '') return;
  const origin = env.SITE_URL === '' ? 'http://localhost' : new URL(env.SITE_URL).origin;
  const context: BankContext = { env, db: openDatabase(env.DB), now: clock(), origin };
  const jobs: Record<string, () => Promise<unknown>> =
    cron === NIGHTLY
      ? { books: () => checkBooks(env.DB) }
      : {
          reconcile: () => reconcile(context),
          collect: () => collect(context),
          sweep: () => sweep(context),
          erase: () => eraseAccounts(context),
        };
  for (const [name, job] of Object.entries(jobs)) {
    try {
      await job();
    } catch (error) {
      console.error(`cron ${name}:`, error);
    }
  }
}

async function checkBooks(db: D1Database): Promise<void> {
  const findings = await verifyLedger(db);
  for (const finding of findings) console.error(`ledger: ${finding}`);
}
