import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { COLLECT_LANES, WITHDRAWAL_RECHECK_SECONDS, WITHDRAWAL_STUCK_SECONDS } from '../../payments/config.ts';
import type { PaymentState } from '../../payments/payment-state.ts';
import type { Database } from '../../../platform/db/client.ts';
import { createMandateProvider } from './gateways/choose.ts';
import type { BankContext } from '../../payments/server/gateways/choose.ts';
import { raiseAlarm } from '../../alarms/server/alarm.ts';
import { workInLanes, type HasTime } from '../../../platform/budget.ts';
import { findPayment } from '../../payments/server/read.ts';
import { verifyPayment } from '../../payments/server/verify.ts';
import { toTrackId, type Charge } from './charges.ts';
import { createDebitVerifier } from './debit-verifier.ts';

const ENDED = new Set<PaymentState>(['failed', 'cancelled', 'expired', 'reversed']);
const EARLIER = 3;

/** Asks about failed attempts again. `settled`: one was collected after all. `unknown`: one may still be. */
export async function settleEarlierAttempts(
  context: BankContext,
  charge: Charge,
): Promise<'none' | 'settled' | 'unknown'> {
  const earlierAttempts = Array.from(
    { length: Math.min(EARLIER, charge.attempts - 1) },
    (_, index) => charge.attempts - 1 - index,
  );
  let result: 'none' | 'unknown' = 'none';
  for (const attempts of earlierAttempts) {
    const trackId = toTrackId({ ...charge, attempts });
    const [withdrawal] = await context.db.all<{ payment_id: string }>(
      sql`SELECT payment_id FROM mandate_withdrawals WHERE track_id = ${trackId}`,
    );
    const state = withdrawal ? await settleLate(context, withdrawal.payment_id, trackId) : 'failed';
    if (state === 'settled') return 'settled';
    if (state === 'unknown') result = 'unknown';
  }
  return result;
}

async function settleLate(
  context: BankContext,
  paymentId: string,
  trackId: string,
): Promise<'settled' | 'failed' | 'unknown'> {
  const provider = createMandateProvider(context);
  const verifier = createDebitVerifier(context);
  const payment = await findPayment(context.db, paymentId);
  if (payment?.state === 'settled') return 'settled';
  // An alarm was raised already.
  if (!payment || payment.problem === 'amount_mismatch' || payment.problem === 'reference_used') return 'failed';
  if (!provider || !verifier || !ENDED.has(payment.state)) return 'unknown';
  const withdrawal = await provider.lookUp(trackId);
  if (withdrawal.kind === 'done') {
    const verified = await verifyPayment(context.db, verifier, payment, null, context.now);
    if (verified === 'settled') await alarmIfPaidTwice(context, paymentId, trackId);
    return verified === 'settled' ? 'settled' : verified === 'refused' ? 'failed' : 'unknown';
  }
  return withdrawal.kind === 'failed' || withdrawal.kind === 'missing' ? 'failed' : 'unknown';
}

async function alarmIfPaidTwice(context: BankContext, paymentId: string, trackId: string): Promise<void> {
  const key = trackId.slice(0, trackId.lastIndexOf(':'));
  const settled = await context.db.all(sql`SELECT id FROM payments WHERE method = 'direct_debit' AND state = 'settled'
    AND token > ${`${key}:`} AND token < ${`${key};`} LIMIT 2`);
  if (settled.length < 2 || key === 'payment') return;
  const text = `withdrawal ${trackId} had failed, was collected after all, and another attempt too: pay one back`;
  await raiseAlarm(context, { kind: 'paid_twice', key: `paid_twice:${trackId}`, text, paymentId });
}

interface Withdrawal {
  trackId: string;
  paymentId: string;
  requestedAt: number;
}

/** Asks again about withdrawals that failed a day ago (cron). After a week without an answer it raises an alarm. */
export async function recheckWithdrawals(context: BankContext, hasTime: HasTime): Promise<void> {
  const { db, now } = context;
  if (!createMandateProvider(context)) return;
  await db.run(sql`UPDATE mandate_withdrawals SET recheck_at = NULL
    WHERE recheck_at IS NOT NULL AND recheck_at <= ${now} AND EXISTS (
      SELECT 1 FROM payments p WHERE p.id = mandate_withdrawals.payment_id AND p.state = 'settled')`);
  await workInLanes(
    COLLECT_LANES,
    hasTime,
    () => takeWithdrawal(db, now),
    async ({ trackId, paymentId, requestedAt }) => {
      try {
        const state = await settleLate(context, paymentId, trackId);
        const isStuck = state === 'unknown' && requestedAt <= now - WITHDRAWAL_STUCK_SECONDS;
        if (state === 'unknown' && !isStuck) return;
        if (isStuck) {
          const text = `withdrawal ${trackId} has been open for a week: ask the provider`;
          await raiseAlarm(context, { kind: 'debit_stuck', key: `debit_stuck:${trackId}`, text, paymentId });
        }
        await db.run(sql`UPDATE mandate_withdrawals SET recheck_at = NULL WHERE track_id = ${trackId}`);
      } catch (error) {
        console.error(`recheck of ${trackId}:`, error);
      }
    },
  );
}

const row = v.pipe(
  v.object({ track_id: v.string(), payment_id: v.string(), requested_at: v.number() }),
  v.transform((fields): Withdrawal => ({
    trackId: fields.track_id,
    paymentId: fields.payment_id,
    requestedAt: fields.requested_at,
  })),
);

async function takeWithdrawal(db: Database, now: number): Promise<Withdrawal | null> {
  const [withdrawal] = await db.all(sql`UPDATE mandate_withdrawals SET recheck_at = ${now + WITHDRAWAL_RECHECK_SECONDS}
    WHERE track_id = (SELECT track_id FROM mandate_withdrawals
      WHERE recheck_at IS NOT NULL AND recheck_at <= ${now} ORDER BY recheck_at LIMIT 1) AND recheck_at <= ${now}
    RETURNING track_id, payment_id, requested_at`);
  return withdrawal === undefined ? null : v.parse(row, withdrawal);
}
