import { getBrand } from '../../../platform/text/site-brand.ts';
import { sql, type SQL } from 'drizzle-orm';
import { MANDATE_MONTH_SECONDS, WITHDRAWAL_RECHECK_SECONDS } from '../../payments/config.ts';
import { isoDay } from '../../../platform/text/iso-day.ts';
import { toRial } from '../../../platform/text/money.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { raiseAlarm } from '../../alarms/server/alarm.ts';
import type { MandateRow } from './schema.ts';
import type { PaymentRow } from '../../payments/server/schema.ts';
import { createMandateProvider } from './gateways/choose.ts';
import type { BankContext } from '../../payments/server/gateways/choose.ts';
import { claim, conclude } from '../../payments/server/transitions.ts';
import { verifyPayment } from '../../payments/server/verify.ts';
import { isBuyingByHand, ownsEpisode, type Charge } from './charges.ts';
import { createDebitVerifier } from './debit-verifier.ts';
import { isAnswered } from './renewal-questions.ts';

const NO_REFERENCE = { reference: null, terminal: null };

/** The request is recorded before the provider is asked, so that the cron can find its result. False: not asked. */
export async function withdraw(
  context: BankContext,
  mandate: MandateRow,
  payment: PaymentRow,
  trackId: string,
  charge: Charge | null = null,
): Promise<boolean> {
  const provider = createMandateProvider(context);
  const verifier = createDebitVerifier(context);
  if (!provider || !verifier || provider.id !== mandate.provider || mandate.authorizationId === null) return false;
  if (!(await reserve(context, mandate, payment, trackId, charge))) return false;
  const state = await provider.withdraw({
    authorizationId: mandate.authorizationId,
    rial: toRial(payment.total),
    trackId,
    description: `${getBrand().name.en} ${payment.id}`,
  });
  if (state.kind === 'rejected') await endRejected(context, provider.id, payment);
  if (state.kind === 'done' || state.kind === 'failed') {
    await verifyPayment(context.db, verifier, { ...payment, token: trackId }, null, context.now);
  }
  return true;
}

async function endRejected(context: BankContext, provider: string, payment: PaymentRow): Promise<void> {
  if (await claim(context.db, payment, NO_REFERENCE, context.now))
    await conclude(context.db, payment.id, 'refuse', { problem: 'gateway_refused', claimedAt: context.now });
  const key = `debit_rejected:${provider}:${isoDay(context.now)}`;
  const text = `${provider} rejects withdrawals; is its token over?`;
  await raiseAlarm(context, { kind: 'debit_rejected', key, text, paymentId: payment.id });
}

/** Records a withdrawal if the mandate, its cap and its count of 31 days allow it and the user still wants it. */
async function reserve(
  { db, now }: BankContext,
  mandate: MandateRow,
  payment: PaymentRow,
  trackId: string,
  charge: Charge | null,
): Promise<boolean> {
  const [rows = []] = await batch(db, [
    sql`INSERT INTO mandate_withdrawals (track_id, mandate_id, payment_id, requested_at, recheck_at)
      SELECT ${trackId}, m.id, p.id, ${now}, ${now + WITHDRAWAL_RECHECK_SECONDS}
      FROM payments p JOIN mandates m ON m.user_id = p.user_id JOIN users u ON u.id = p.user_id
      WHERE p.id = ${payment.id} AND p.state = 'initiated' AND p.method = 'direct_debit' AND m.id = ${mandate.id}
        AND m.state = 'active' AND m.ends_on >= ${isoDay(now)} AND p.total <= m.limit_toman
        AND u.cancelled_at IS NULL AND u.blocked_at IS NULL AND (${charge === null ? 1 : 0} OR u.paused_until <= ${now})
        AND ${countRequests(sql`m.id`, now)} < m.count_per_month
        AND ${charge ? isWanted(charge, now) : sql`1`}
      ON CONFLICT (track_id) DO NOTHING RETURNING track_id`,
    sql`UPDATE payments SET state = 'pending', token = ${trackId} WHERE id = ${payment.id} AND state = 'initiated'
      AND EXISTS (SELECT 1 FROM mandate_withdrawals w WHERE w.track_id = ${trackId} AND w.payment_id = ${payment.id})`,
  ]);
  return rows.length === 1;
}

/** All requests of 31 days, failed ones too. */
function countRequests(mandateId: SQL, now: number): SQL {
  return sql`(SELECT count(*) FROM mandate_withdrawals w
    WHERE w.mandate_id = ${mandateId} AND w.requested_at > ${now - MANDATE_MONTH_SECONDS})`;
}

export async function hasWithdrawalLeft(db: Database, mandate: MandateRow, now: number): Promise<boolean> {
  const [row] = await db.all<{ n: number }>(sql`SELECT ${countRequests(sql`${mandate.id}`, now)} AS n`);
  return (row?.n ?? 0) < mandate.countPerMonth;
}

/** The same subscription end, the series still followed, the episode not owned. */
function isWanted(charge: Charge, now: number): SQL {
  const { key, attempts } = charge;
  return sql`NOT ${isBuyingByHand(charge, now)} AND EXISTS (SELECT 1 FROM direct_debit_charges c WHERE c.key = ${key} AND c.state = 'sent'
    AND c.attempts = ${attempts} AND c.user_id = u.id AND CASE c.kind
      WHEN 'renewal' THEN c.key = 'renewal:' || u.id || ':' || u.subscribed_until
        AND EXISTS (SELECT 1 FROM direct_debit_settings s WHERE s.user_id = u.id AND s.subscription = 1)
        AND ${isAnswered(sql`c.key`)}
      ELSE EXISTS (SELECT 1 FROM titles e JOIN direct_debit_series d ON d.series_id = e.series_id
          WHERE e.id = c.item_id AND d.user_id = u.id)
        AND NOT ${ownsEpisode(sql`u.id`, sql`c.item_id`, now)} END)`;
}
