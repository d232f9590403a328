import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import {
  BANK_WINDOW_SECONDS,
  CLAIM_SECONDS,
  RECONCILE_AFTER_SECONDS,
  RECONCILE_PARALLEL,
  VERDICT_WAIT_SECONDS,
} from '../../payments/config.ts';
import { METHODS, TRANSFER, type Method } from '../../ledger/payment-kinds.ts';
import { payments, type PaymentRow } from '../../payments/server/schema.ts';
import { findGateway, type BankContext } from '../../payments/server/gateways/choose.ts';
import { readRows, reusable } from '../../../platform/db/reusable.ts';
import type { HasTime } from '../../../platform/budget.ts';
import { createDebitVerifier } from '../../direct-debit/server/debit-verifier.ts';
import { addCheck } from '../../payments/server/payment-checks.ts';
import { findPayment } from '../../payments/server/read.ts';
import { claim, conclude, endUnsent, isVerdictUnknown, VERDICT_UNKNOWN } from '../../payments/server/transitions.ts';
import { toBankPayment, raisePaymentAlarm, verifyPayment, type Inquirer } from '../../payments/server/verify.ts';

const LANES = METHODS.filter((method) => method !== 'wallet' && method !== TRANSFER);

/** Each bank has a lane, so a slow one delays no other. Payments are stamped first: the oldest stamp comes next. */
export async function reconcile(context: BankContext, hasTime: HasTime): Promise<number> {
  const counts = await Promise.all(LANES.map((method) => reconcileLane(context, method, hasTime)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function reconcileLane(context: BankContext, method: Method, hasTime: HasTime): Promise<number> {
  let readCount = 0;
  let isDown = false;
  while (hasTime()) {
    const batch = await takeOpen(context, method, isDown);
    const action: Action = isDown ? expireIfOver : reconcileOne;
    const progress = await Promise.all(batch.map((payment) => isolate(context, payment, action)));
    readCount += batch.length;
    if (batch.length < RECONCILE_PARALLEL) break;
    // No answer in a whole batch: the bank rests until the next run, and only expiry is applied.
    isDown ||= progress.every((answer) => answer === 'unknown');
  }
  return readCount;
}

type OpenValues = Record<'now' | 'asked', number> & Record<'method', Method> & Record<'over', number | undefined>;

const openQueries = reusable((db, { method, now, asked, over }: OpenValues) => {
  const longestUnasked = db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.method, method),
        // The partial index's own condition, so that SQLite uses it.
        sql`state IN ('initiated', 'pending', 'verifying')`,
        lte(payments.checkedAt, asked),
        ...(over === undefined ? [] : [lte(payments.createdAt, over)]),
      ),
    )
    .orderBy(asc(payments.checkedAt), asc(payments.id))
    .limit(RECONCILE_PARALLEL);
  return [
    db
      .update(payments)
      .set({ checkedAt: sql`${now}` })
      .where(inArray(payments.id, longestUnasked))
      .returning(),
  ];
});

async function takeOpen({ db, now }: BankContext, method: Method, onlyOver: boolean): Promise<PaymentRow[]> {
  if (onlyOver && method === 'direct_debit') return [];
  const over = onlyOver ? now - BANK_WINDOW_SECONDS : undefined;
  return readRows(db, openQueries({ method, now, asked: now - RECONCILE_AFTER_SECONDS, over })[0]);
}

type Progress = 'decided' | 'waiting' | 'unknown' | 'impossible';
type Action = (context: BankContext, payment: PaymentRow) => Promise<Progress>;

async function isolate(context: BankContext, payment: PaymentRow, action: Action): Promise<Progress> {
  try {
    return await action(context, payment);
  } catch (error) {
    console.error(`reconcile ${payment.id}:`, error);
    return 'decided';
  }
}

async function reconcileOne(context: BankContext, payment: PaymentRow): Promise<Progress> {
  const { db, now } = context;
  if (payment.state === 'verifying' && payment.claimedAt > now - CLAIM_SECONDS) return 'waiting';
  if (payment.token === null) {
    // No bank page was opened: nobody can have paid.
    await endUnsent(db, payment.id);
    return 'decided';
  }
  // Payments of a removed gateway end with the bank's window.
  const bank = findInquirer(context, payment);
  const progress = bank ? await inquireOne(context, bank, payment) : 'unknown';
  if (progress !== 'decided') await expireIfOver(context, payment, progress);
  return progress;
}

/** `unknown`: the bank gave no answer; `impossible`: it has no inquiry, and no callback has named a reference. */
export async function inquireOne({ db, now }: BankContext, bank: Inquirer, payment: PaymentRow): Promise<Progress> {
  const noReference = { reference: null, terminal: bank.terminal };
  if (bank.inquire === null && payment.reference === null) return 'impossible';
  const inquiry = bank.inquire === null ? 'verify' : await bank.inquire(toBankPayment(payment));
  if (bank.inquire !== null) await addCheck({ db, now }, payment.id, { kind: 'inquiry', outcome: inquiry });
  switch (inquiry) {
    case 'verify':
      return (await verifyPayment(db, bank, payment, null, now)) === 'unknown' ? 'unknown' : 'decided';
    case 'cancelled':
      if (await claim(db, payment, noReference, now)) await conclude(db, payment.id, 'cancel', { claimedAt: now });
      return 'decided';
    case 'failed':
      if (await claim(db, payment, noReference, now)) {
        await conclude(db, payment.id, 'refuse', { problem: 'gateway_refused', claimedAt: now });
      }
      return 'decided';
    default:
      return inquiry;
  }
}

/** Expires a payment after the bank's window. One that may be verified is retried for a day, then raises an alarm. */
async function expireIfOver(context: BankContext, listed: PaymentRow, progress?: Progress): Promise<Progress> {
  const { db, now } = context;
  // The question may have marked it.
  const payment = progress === 'unknown' ? ((await findPayment(db, listed.id)) ?? listed) : listed;
  const isMarked = payment.state === 'verifying' || isVerdictUnknown(payment);
  const isUnknown = isMarked && progress !== 'waiting' && progress !== 'impossible';
  const window = isUnknown ? VERDICT_WAIT_SECONDS : BANK_WINDOW_SECONDS;
  // A direct debit has no window: its provider decides.
  const isOver = payment.createdAt <= now - window && payment.method !== 'direct_debit';
  if (!isOver && (isUnknown ? payment.state !== 'verifying' : !isMarked)) return 'waiting';
  if (!(await claim(db, payment, { reference: null, terminal: null }, now))) return 'waiting';
  if (isOver && isUnknown) {
    const text = 'verified without an answer for a day, NOT given back: ask the bank';
    await raisePaymentAlarm(context, payment, 'not_given_back', text);
  }
  await conclude(db, payment.id, isOver ? 'expire' : 'release', {
    problem: isOver ? 'no_answer_in_time' : isUnknown ? VERDICT_UNKNOWN : null,
    claimedAt: now,
  });
  return 'decided';
}

export function findInquirer(context: BankContext, { method }: PaymentRow): Inquirer | null {
  if (method === 'direct_debit') return createDebitVerifier(context);
  const gateway = findGateway(context, method);
  return gateway?.id === method ? gateway : null;
}
