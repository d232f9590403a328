import { and, asc, inArray, lte, sql } from 'drizzle-orm';
import { BANK_WINDOW_SECONDS, CLAIM_SECONDS, RECONCILE_AFTER_SECONDS, RECONCILE_BATCH } from '../../../config/money.ts';
import { payments, type PaymentRow } from '../../db/money-schema.ts';
import { findGateway, type BankContext } from '../../gateways/payment/choose.ts';
import { debitVerifier } from '../direct-debit/debit-verifier.ts';
import { abandon, claim, conclude } from './transitions.ts';
import { bankPayment, verifyPayment, type Inquirer } from './verify.ts';

/**
 * Asks the banks about every payment that is neither done nor over, oldest first, and settles, fails or expires it
 * (cron, every two minutes). One that fails to be asked is asked again, until the bank's window has closed. Returns
 * how many were looked at.
 */
export async function reconcile(context: BankContext): Promise<number> {
  const { db, now } = context;
  const open = await db
    .select()
    .from(payments)
    .where(
      and(
        inArray(payments.state, ['initiated', 'pending', 'verifying']),
        // Repeated as the partial index has it, so that the index is used.
        sql`state IN ('initiated', 'pending', 'verifying')`,
        lte(payments.checkedAt, now - RECONCILE_AFTER_SECONDS),
      ),
    )
    .orderBy(asc(payments.checkedAt))
    .limit(RECONCILE_BATCH);
  for (const payment of open) {
    try {
      await reconcileOne(context, payment);
    } catch (error) {
      // One payment must not keep the others waiting.
      console.error(`reconcile ${payment.id}:`, error);
    }
  }
  return open.length;
}

async function reconcileOne(context: BankContext, payment: PaymentRow): Promise<void> {
  const { db, now } = context;
  if (payment.state === 'verifying' && payment.claimedAt > now - CLAIM_SECONDS) return;
  if (payment.token === null) {
    // It lost its worker before the bank had a page for it: nobody can have paid.
    await abandon(db, payment.id, 'refuse', 'gateway_unreachable');
    return;
  }
  const bank = bankOf(context, payment);
  if (!bank) return;
  if (!(await inquireOne(context, bank, payment))) await expireIfOver(context, payment);
}

/** Asks a bank what became of a payment and does what it says; false where it does not know yet. */
export async function inquireOne({ db, now }: BankContext, bank: Inquirer, payment: PaymentRow): Promise<boolean> {
  switch (await bank.inquire(bankPayment(payment))) {
    case 'verify':
      return (await verifyPayment(db, bank, payment, null, now)) !== 'unknown';
    case 'cancelled':
      if (await claim(db, payment.id, null, now)) await conclude(db, payment.id, 'cancel', { claimedAt: now });
      return true;
    case 'failed':
      if (await claim(db, payment.id, null, now)) {
        await conclude(db, payment.id, 'refuse', { problem: 'gateway_refused', claimedAt: now });
      }
      return true;
    default:
      return false;
  }
}

/** After the bank's window nothing can be settled any more; before it the payment waits for the next tick. */
async function expireIfOver({ db, now }: BankContext, payment: PaymentRow): Promise<void> {
  // A direct debit has no such window: its provider says when it is done.
  const over = payment.createdAt <= now - BANK_WINDOW_SECONDS && payment.method !== 'direct_debit';
  if (!(await claim(db, payment.id, null, now))) return;
  await conclude(db, payment.id, over ? 'expire' : 'release', {
    problem: over ? 'no_answer_in_time' : null,
    claimedAt: now,
  });
}

/** Who can be asked about a payment; null where its gateway is no longer configured. */
export function bankOf(context: BankContext, { method }: PaymentRow): Inquirer | null {
  if (method === 'direct_debit') return debitVerifier(context);
  const gateway = findGateway(context, method);
  return gateway?.id === method ? gateway : null;
}
