import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import {
  BANK_WINDOW_SECONDS,
  CLAIM_SECONDS,
  RECONCILE_AFTER_SECONDS,
  RECONCILE_PARALLEL,
  VERDICT_WAIT_SECONDS,
} from '../../payments/config.ts';
import { METHODS, type Method } from '../../ledger/payment-kinds.ts';
import { payments, type PaymentRow } from '../../payments/server/schema.ts';
import { findGateway, type BankContext } from '../../payments/server/gateways/choose.ts';
import type { HasTime } from '../../../platform/budget.ts';
import { debitVerifier } from '../../direct-debit/server/debit-verifier.ts';
import { paymentById } from '../../payments/server/read.ts';
import { claim, conclude, endUnsent, isVerdictUnknown, VERDICT_UNKNOWN } from '../../payments/server/transitions.ts';
import { bankPayment, report, verifyPayment, type Inquirer } from '../../payments/server/verify.ts';

/** The wallet's payments are never open. */
const LANES = METHODS.filter((method) => method !== 'wallet');

/**
 * Asks the banks about every payment that is neither done nor over, and settles, fails or expires it (cron, every two
 * minutes), until the time is up. Each bank has a lane of its own, so that one that is down or slow keeps no other
 * waiting; in it the payment goes first that was not asked about for longest, and each is stamped before it is asked
 * about, so that the next tick goes on where this one stopped. Returns how many were looked at.
 */
export async function reconcile(context: BankContext, hasTime: HasTime): Promise<number> {
  const counts = await Promise.all(LANES.map((method) => reconcileLane(context, method, hasTime)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function reconcileLane(context: BankContext, method: Method, hasTime: HasTime): Promise<number> {
  let looked = 0;
  let isDown = false;
  while (hasTime()) {
    const batch = await takeOpen(context, method, isDown);
    const act: Act = isDown ? expireIfOver : reconcileOne;
    const progress = await Promise.all(batch.map((payment) => isolate(context, payment, act)));
    looked += batch.length;
    if (batch.length < RECONCILE_PARALLEL) break;
    // A bank that answers none of a whole batch is left alone until the next tick: what is over ends without it.
    isDown ||= progress.every((answer) => answer === 'unknown');
  }
  return looked;
}

/** Stamps and returns the open payments of a method that were asked about longest ago; `onlyOver`: as expireIfOver. */
async function takeOpen({ db, now }: BankContext, method: Method, onlyOver: boolean): Promise<PaymentRow[]> {
  if (onlyOver && method === 'direct_debit') return [];
  const longestUnasked = db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.method, method),
        // As the partial index has it, so that the index is used.
        sql`state IN ('initiated', 'pending', 'verifying')`,
        lte(payments.checkedAt, now - RECONCILE_AFTER_SECONDS),
        ...(onlyOver ? [lte(payments.createdAt, now - BANK_WINDOW_SECONDS)] : []),
      ),
    )
    .orderBy(asc(payments.checkedAt), asc(payments.id))
    .limit(RECONCILE_PARALLEL);
  return db.update(payments).set({ checkedAt: now }).where(inArray(payments.id, longestUnasked)).returning();
}

type Progress = 'decided' | 'waiting' | 'unknown';
type Act = (context: BankContext, payment: PaymentRow) => Promise<Progress>;

/** One payment that fails must not keep the others waiting. */
async function isolate(context: BankContext, payment: PaymentRow, act: Act): Promise<Progress> {
  try {
    return await act(context, payment);
  } catch (error) {
    console.error(`reconcile ${payment.id}:`, error);
    return 'decided';
  }
}

async function reconcileOne(context: BankContext, payment: PaymentRow): Promise<Progress> {
  const { db, now } = context;
  if (payment.state === 'verifying' && payment.claimedAt > now - CLAIM_SECONDS) return 'waiting';
  if (payment.token === null) {
    // It lost its worker before the bank had a page for it: nobody can have paid.
    await endUnsent(db, payment.id);
    return 'decided';
  }
  // A gateway that is no longer configured cannot be asked; its payments are over when the bank's window is.
  const bank = findInquirer(context, payment);
  const progress = bank ? await inquireOne(context, bank, payment) : 'unknown';
  if (progress !== 'decided') await expireIfOver(context, payment, progress);
  return progress;
}

/** Asks a bank what became of a payment and does what it says. `unknown`: the bank could not be asked. */
export async function inquireOne({ db, now }: BankContext, bank: Inquirer, payment: PaymentRow): Promise<Progress> {
  const named = { reference: null, terminal: bank.terminal };
  const inquiry = await bank.inquire(bankPayment(payment));
  switch (inquiry) {
    case 'verify':
      return (await verifyPayment(db, bank, payment, null, now)) === 'unknown' ? 'unknown' : 'decided';
    case 'cancelled':
      if (await claim(db, payment, named, now)) await conclude(db, payment.id, 'cancel', { claimedAt: now });
      return 'decided';
    case 'failed':
      if (await claim(db, payment, named, now)) {
        await conclude(db, payment.id, 'refuse', { problem: 'gateway_refused', claimedAt: now });
      }
      return 'decided';
    default:
      return inquiry;
  }
}

/**
 * After the bank's window nothing can be settled any more; before it the payment waits for the next tick, released by a
 * worker that died verifying it. One that the bank may have verified is asked about for a day, then a person is called.
 * `progress`: what the bank said, where it was asked; `waiting` is its word that nothing is paid.
 */
async function expireIfOver(context: BankContext, asked: PaymentRow, progress?: Progress): Promise<Progress> {
  const { db, now } = context;
  // Asking may have marked it.
  const payment = progress === 'unknown' ? ((await paymentById(db, asked.id)) ?? asked) : asked;
  const isMarked = payment.state === 'verifying' || isVerdictUnknown(payment);
  const isUnknown = isMarked && progress !== 'waiting';
  const window = isUnknown ? VERDICT_WAIT_SECONDS : BANK_WINDOW_SECONDS;
  // A direct debit has no such window: its provider says when it is done.
  const isOver = payment.createdAt <= now - window && payment.method !== 'direct_debit';
  if (!isOver && (isUnknown ? payment.state !== 'verifying' : !isMarked)) return 'waiting';
  if (!(await claim(db, payment, { reference: null, terminal: null }, now))) return 'waiting';
  if (isOver && isUnknown) {
    const text = 'verified without an answer for a day, NOT given back: ask the bank';
    await report(context, payment, 'not_given_back', text);
  }
  await conclude(db, payment.id, isOver ? 'expire' : 'release', {
    problem: isOver ? 'no_answer_in_time' : isUnknown ? VERDICT_UNKNOWN : null,
    claimedAt: now,
  });
  return 'decided';
}

/** Who can be asked about a payment; null where its gateway is no longer configured. */
export function findInquirer(context: BankContext, { method }: PaymentRow): Inquirer | null {
  if (method === 'direct_debit') return debitVerifier(context);
  const gateway = findGateway(context, method);
  return gateway?.id === method ? gateway : null;
}
