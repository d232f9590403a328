import type { Env } from '../platform/config/env.ts';
import { COLLECT_BUDGET_MS, RECONCILE_BUDGET_MS } from '../features/payments/config.ts';
import { openDatabase } from '../platform/db/client.ts';
import type { BankContext } from '../features/payments/server/gateways/choose.ts';
import { runPublications } from '../features/catalogue/server/publish-due.ts';
import { raiseAlarm, sweepAlarms } from '../features/alarms/server/alarm.ts';
import { startBudget } from '../platform/budget.ts';
import { closeDemoDoors } from './close-demo-doors.ts';
import { systemClock, type Clock } from '../platform/http/clock.ts';
import { getSiteOrigin } from '../platform/http/origin/site-origin.ts';
import { eraseAccounts } from '../features/personal-data/server/erase.ts';
import { deliverAlarms } from '../features/alarms/server/deliver.ts';
import { runCases, sweepViewers } from '../features/compensation/server/run-cases.ts';
import { watchFaults } from '../features/compensation/server/watch-faults.ts';
import { countHours } from '../features/operator/server/count-hours.ts';
import { collect } from '../features/direct-debit/server/collect.ts';
import { recheckWithdrawals } from '../features/direct-debit/server/recheck.ts';
import { revokeQueued } from '../features/direct-debit/server/revocations.ts';
import { sweepDebits } from '../features/direct-debit/server/sweep-debits.ts';
import { readLastSeal, sealEntries } from '../features/ledger/server/seal.ts';
import { continueWalk, verifySmallDay } from '../features/ledger/server/walk.ts';
import { reconcile } from '../features/checkout/server/reconcile.ts';
import { sweepPayments } from '../features/payments/server/sweep.ts';
import { loadSite } from '../features/site/server/load-site.ts';
import { refreshCharts } from '../features/lists/server/refresh-charts.ts';
import { addViews } from '../features/plays/server/add-views.ts';
import { sweepEmptySearches } from '../features/search/server/empty-searches.ts';
import { refreshPopularity } from '../features/search/server/refresh-popularity.ts';
import { sweepReports } from '../features/qoe/server/store-reports.ts';
import { verifyClosings } from '../features/operator/server/close-day.ts';
import { sealDays, verifyDays } from '../features/operator/server/seal-days.ts';
import { sealTrail, verifyTrail } from '../features/staff/server/audit-seal.ts';
import { sweepTracks } from '../features/ingest/server/tracks/write-change.ts';
import { sweepUploads } from '../features/ingest/server/uploads.ts';
import { sweepStaff } from '../features/staff/server/sweep.ts';
import { sweepStreams } from '../features/streams/server/streams.ts';
import { foldNames } from '../features/accounts/server/name-words.ts';
import { sweep, sweepDevices } from '../features/accounts/server/sweep.ts';

/** In `crons` of wrangler.toml; every other tick is the two-minute one. */
export const NIGHTLY = '17 0 * * *';
const DAY = 24 * 60 * 60;
const WEEK = 7 * DAY;
/** 40,000 entries in two minutes: as many as 330 a second. */
const SEALS_PER_TICK = 20;
const SLICES_PER_TICK = 10;

/** A job that fails does not stop the others. Provider mode has no jobs. */
export async function runCron(rawEnv: Env, cron: string, clock: Clock = systemClock): Promise<void> {
  if (rawEnv.API_BASE_URL !== '') return;
  // The flags of the desk are written into it.
  const env = { ...closeDemoDoors(rawEnv, null) };
  await loadSite(env);
  const origin = getSiteOrigin(env, 'http://localhost');
  const context: BankContext = { env, db: openDatabase(env.DB), now: clock(), origin };
  const jobs: Record<string, () => Promise<unknown>> =
    cron === NIGHTLY
      ? {
          books: () => checkBooks(context),
          trail: () => checkTrail(context),
          days: () => checkDays(context),
          popularity: () => refreshPopularity(context),
          charts: () => refreshCharts(context),
          devices: () => sweepDevices(context),
          seenAlarms: () => sweepAlarms(context),
          outageViewers: () => sweepViewers(context),
        }
      : {
          reconcile: () => reconcile(context, startBudget(RECONCILE_BUDGET_MS)),
          payments: () => sweepPayments(context),
          collect: () => collect(context, startBudget(COLLECT_BUDGET_MS)),
          recheck: () => recheckWithdrawals(context, startBudget(COLLECT_BUDGET_MS)),
          revoke: () => revokeQueued(context, startBudget(COLLECT_BUDGET_MS)),
          sweepDebits: () => sweepDebits(context),
          publications: () => runPublications(context),
          views: () => addViews(context),
          sweep: () => sweep(context),
          streams: () => sweepStreams(context),
          staff: () => sweepStaff(context),
          fullSeals: () => sealTrailRows(context, { isFull: true }),
          names: () => foldNames(context.db),
          uploads: () => sweepUploads(context),
          tracks: () => sweepTracks(context),
          quality: () => sweepReports(context),
          figures: () => countHours(context),
          searches: () => sweepEmptySearches(context),
          faults: () => watchFaults(context),
          compensation: () => runCases(context),
          seals: () => sealEntries(env.DB, context.now, SEALS_PER_TICK),
          walk: async () => reportFindings(context, await continueWalk(env.DB, SLICES_PER_TICK, false)),
          erase: () => eraseAccounts(context),
          // Last, so that alarms of the other jobs are sent in the same tick.
          alarms: () => deliverAlarms(context),
        };
  for (const [name, job] of Object.entries(jobs)) {
    try {
      await job();
    } catch (error) {
      console.error(`cron ${name}:`, error);
    }
  }
}

/** The last day, and a part of the whole ledger. The log keeps the anchor of the chain outside of the database. */
async function checkBooks(context: BankContext): Promise<void> {
  const { env, now } = context;
  await sealEntries(env.DB, now, SEALS_PER_TICK);
  const { id, hash } = await readLastSeal(env.DB);
  if (id > 0) console.warn(`ledger anchor ${String(id)}:${hash}`);
  const yesterday = new Date((now - DAY) * 1000).toISOString().slice(0, 10);
  await reportFindings(context, [
    ...(await verifySmallDay(env.DB, yesterday, SLICES_PER_TICK)),
    ...(await continueWalk(env.DB, SLICES_PER_TICK, true)),
  ]);
}

/** Full seals are made in each tick; the rest of a day is one more. */
async function checkTrail(context: BankContext): Promise<void> {
  await sealTrailRows(context, { isFull: false });
  await reportFindings(context, await verifyTrail(context.db));
}

async function checkDays(context: BankContext): Promise<void> {
  await sealDays(context);
  await reportFindings(context, [...(await verifyDays(context)), ...(await verifyClosings(context))]);
}

async function sealTrailRows(context: BankContext, only: { isFull: boolean }): Promise<void> {
  let seals = 0;
  while (seals < SEALS_PER_TICK && (await sealTrail(context, only)) > 0) seals += 1;
}

async function reportFindings({ db, now }: BankContext, findings: readonly string[]): Promise<void> {
  const week = Math.floor(now / WEEK);
  for (const finding of new Set(findings)) {
    await raiseAlarm(
      { db, now },
      { kind: 'books', key: `books:${String(week)}:${finding}`, text: `ledger: ${finding}` },
    );
  }
}
