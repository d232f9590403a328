import { and, eq } from 'drizzle-orm';
import {
  COLLECT_BUDGET_MS,
  COLLECT_LANES,
  COLLECT_RETRY_SECONDS,
  COLLECT_WAIT_SECONDS,
} from '../../payments/config.ts';
import { payments, type PaymentRow } from '../../payments/server/schema.ts';
import { users } from '../../accounts/server/schema.ts';
import { mandateProvider } from './gateways/choose.ts';
import type { BankContext } from '../../payments/server/gateways/choose.ts';
import { chooseSms } from '../../../platform/sms/choose.ts';
import { startBudget, workInLanes, type HasTime } from '../../../platform/budget.ts';
import { createPayment } from '../../payments/server/create.ts';
import { abandon } from '../../payments/server/transitions.ts';
import {
  endCharge,
  followCharges,
  postponeCharge,
  repeatCharge,
  takeCharge,
  takeUntold,
  toTrackId,
  type Charge,
} from './charges.ts';
import { recordDueCharges } from './record-charges.ts';
import { planCharge, type ChargePlan } from './plan-charge.ts';
import { settleEarlierAttempts } from './recheck.ts';
import { STOPPED_NOTICE } from './texts.ts';
import { withdraw } from './withdraw.ts';

/**
 * Collects by direct debit what is due (cron, every two minutes), each thing once, until nothing is due or no time is
 * left; the next tick continues. A provider that hangs costs its own charge only: others are taken side by side, and
 * one that was taken waits behind those that were not.
 */
export async function collect(context: BankContext, hasTime: HasTime = startBudget(COLLECT_BUDGET_MS)): Promise<void> {
  if (!mandateProvider(context)) return;
  const { db, now } = context;
  await followCharges(db, now);
  await recordDueCharges(db, now, hasTime);
  await workInLanes(
    COLLECT_LANES,
    hasTime,
    () => takeCharge(db, now),
    (charge) => attemptSafely(context, charge),
  );
  await followCharges(db, now);
  await notifyStopped(context);
}

/** One attempt that fails is taken again later; the others must not wait for it. */
async function attemptSafely(context: BankContext, charge: Charge): Promise<void> {
  try {
    await attempt(context, charge);
  } catch (error) {
    console.error(`direct debit ${charge.key}:`, error);
  }
}

/** One attempt, as a payment of its own under a track id of its own. */
async function attempt(context: BankContext, charge: Charge): Promise<void> {
  const { db, now } = context;
  const plan = await planCharge(context, charge);
  if (plan.kind === 'end') return endCharge(db, charge, plan.state, now);
  if (plan.kind === 'wait') return postponeCharge(db, charge, plan.seconds, now);
  const earlier = await settleEarlierAttempts(context, charge);
  if (earlier === 'settled') return endCharge(db, charge, 'done', now);
  if (earlier === 'unknown') return postponeCharge(db, charge, COLLECT_WAIT_SECONDS, now);
  const payment = await paymentFor(context, charge, plan);
  if (!payment) return postponeCharge(db, charge, COLLECT_WAIT_SECONDS, now);
  if (await withdraw(context, plan.mandate, payment, toTrackId(charge), charge)) return;
  // Something changed since the plan was made; the next attempt finds out what.
  if (await abandon(db, payment.id, 'cancel')) await repeatCharge(db, charge, COLLECT_RETRY_SECONDS, now);
}

/** The payment of an attempt: of a worker that died before it asked the provider, or a new one. Null: not now. */
async function paymentFor(
  { db, now }: BankContext,
  charge: Charge,
  { order, ref }: ChargePlan & { kind: 'collect' },
): Promise<PaymentRow | null> {
  const token = toTrackId(charge);
  const [begun] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.method, 'direct_debit'), eq(payments.token, token)));
  if (begun) return begun;
  const created = await createPayment(db, {
    userId: charge.userId,
    order,
    method: 'direct_debit',
    discountCode: null,
    ref,
    returnPath: null,
    content: null,
    token,
    now,
  });
  // Of another token: the user is buying the same by hand at this moment.
  return created?.payment.token === token ? created.payment : null;
}

/** Tells users by SMS, once each, that nothing more is collected. */
async function notifyStopped(context: BankContext): Promise<void> {
  const sms = chooseSms(context);
  // They stay to be told until there is a provider.
  if (!sms) return;
  for (let charge = await takeUntold(context.db); charge !== null; charge = await takeUntold(context.db)) {
    const [user] = await context.db.select({ mobile: users.mobile }).from(users).where(eq(users.id, charge.userId));
    if (!user) continue;
    try {
      await sms.notice({ mobile: user.mobile, text: STOPPED_NOTICE[charge.kind] });
    } catch (error) {
      console.error(`direct debit ${charge.key}: its user was not told,`, error);
    }
  }
}
