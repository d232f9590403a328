import { and, eq } from 'drizzle-orm';
import {
  COLLECT_BUDGET_MS,
  COLLECT_LANES,
  COLLECT_RETRY_SECONDS,
  COLLECT_WAIT_SECONDS,
} from '../../payments/config.ts';
import { payments, type PaymentRow } from '../../payments/server/schema.ts';
import { users } from '../../accounts/server/schema.ts';
import { createMandateProvider } from './gateways/choose.ts';
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
  takeUnnotified,
  toTrackId,
  type Charge,
} from './charges.ts';
import { recordDueCharges } from './record-charges.ts';
import { planCharge, type ChargePlan } from './plan-charge.ts';
import { settleEarlierAttempts } from './recheck.ts';
import { takeUntoldQuestion } from './renewal-questions.ts';
import { buildNotice } from './texts.ts';
import { withdraw } from './withdraw.ts';

/** Collects due charges, each once (cron, every two minutes). A provider that hangs delays only its own charge. */
export async function collect(context: BankContext, hasTime: HasTime = startBudget(COLLECT_BUDGET_MS)): Promise<void> {
  if (!createMandateProvider(context)) return;
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
  await notifyUsers(context);
}

async function attemptSafely(context: BankContext, charge: Charge): Promise<void> {
  try {
    await attempt(context, charge);
  } catch (error) {
    console.error(`direct debit ${charge.key}:`, error);
  }
}

async function attempt(context: BankContext, charge: Charge): Promise<void> {
  const { db, now } = context;
  const plan = await planCharge(context, charge);
  if (plan.kind === 'end') return endCharge(db, charge, plan.state, now);
  if (plan.kind === 'wait') return postponeCharge(db, charge, plan.seconds, now);
  const earlierState = await settleEarlierAttempts(context, charge);
  if (earlierState === 'settled') return endCharge(db, charge, 'done', now);
  if (earlierState === 'unknown') return postponeCharge(db, charge, COLLECT_WAIT_SECONDS, now);
  const payment = await findOrCreatePayment(context, charge, plan);
  if (!payment) return postponeCharge(db, charge, COLLECT_WAIT_SECONDS, now);
  if (await withdraw(context, plan.mandate, payment, toTrackId(charge), charge)) return;
  if (await abandon(db, payment.id, 'cancel')) await repeatCharge(db, charge, COLLECT_RETRY_SECONDS, now);
}

async function findOrCreatePayment(
  { db, now }: BankContext,
  charge: Charge,
  { order, ref }: ChargePlan & { kind: 'collect' },
): Promise<PaymentRow | null> {
  const token = toTrackId(charge);
  const [existing] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.method, 'direct_debit'), eq(payments.token, token)));
  if (existing) return existing;
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
  // Another token: the user is buying the same by hand.
  return created?.payment.token === token ? created.payment : null;
}

async function notifyUsers(context: BankContext): Promise<void> {
  const sms = chooseSms(context);
  if (!sms) return;
  const notify = async (userId: number, text: string) => {
    const [user] = await context.db.select({ mobile: users.mobile }).from(users).where(eq(users.id, userId));
    if (!user) return;
    try {
      await sms.notice({ mobile: user.mobile, text });
    } catch (error) {
      console.error(`direct debit: user ${String(userId)} was not told,`, error);
    }
  };
  for (let charge = await takeUnnotified(context.db); charge !== null; charge = await takeUnnotified(context.db))
    await notify(charge.userId, buildNotice(charge.kind));
  const takeQuestion = () => takeUntoldQuestion(context.db, context.now);
  for (let question = await takeQuestion(); question !== null; question = await takeQuestion())
    if (question.isOpen) await notify(question.userId, buildNotice(question.hasPriceRisen ? 'price' : 'question'));
}
