import { toRial } from '../../../domain/money.ts';
import type { Problem } from '../../../domain/payment-kinds.ts';
import type { Database } from '../../db/client.ts';
import type { PaymentRow } from '../../db/money-schema.ts';
import type { BankPayment, Inquiry, Verdict } from '../../gateways/payment/port.ts';
import { isRefusedBy } from '../../lib/d1-errors.ts';
import { claim, conclude, settle } from './transitions.ts';

/** What verifying needs of whoever collects: a bank's page, or direct debit. */
export interface Verifier {
  verify: (payment: BankPayment) => Promise<Verdict>;
  reverse: (payment: BankPayment) => Promise<boolean>;
}

/** A verifier that can also be asked what became of a payment. */
export interface Inquirer extends Verifier {
  inquire: (payment: BankPayment) => Promise<Inquiry>;
}

/** `claimed`: somebody else is at it, or has been. `foreign`: the bank's number belongs to another payment. */
export type Verified = 'settled' | 'refused' | 'reversed' | 'unknown' | 'claimed' | 'foreign';

/**
 * Verifies a payment with its bank and settles it, once, whoever asks and however often: the return from the bank and
 * the cron both come through here. `reference` is what a callback named; nothing is credited on its word.
 */
export async function verifyPayment(
  db: Database,
  bank: Verifier,
  payment: PaymentRow,
  reference: string | null,
  now: number,
): Promise<Verified> {
  try {
    if (!(await claim(db, payment.id, reference, now))) return 'claimed';
  } catch (error) {
    if (!isRefusedBy(error, 'payments.reference')) throw error;
    report(payment, 'reference_used', 'the callback names a transaction of another payment');
    return 'foreign';
  }
  const asked = bankPayment(payment, reference);
  const verdict = await bank.verify(asked);
  return conclusion(db, bank, payment, asked, verdict, now);
}

async function conclusion(
  db: Database,
  bank: Verifier,
  payment: PaymentRow,
  asked: BankPayment,
  verdict: Verdict,
  now: number,
): Promise<Verified> {
  const { id } = payment;
  switch (verdict.kind) {
    case 'paid':
      try {
        await settle(db, id, verdict, now);
        return 'settled';
      } catch (error) {
        if (!isRefusedBy(error, 'payments.reference')) throw error;
        report(payment, 'reference_used', 'the bank names a transaction of another payment');
        await conclude(db, id, 'refuse', { problem: 'reference_used', claimedAt: now });
        return 'refused';
      }
    case 'refused':
      await conclude(db, id, 'refuse', { problem: verdict.problem, claimedAt: now });
      return 'refused';
    case 'mismatch': {
      const reversed = await bank.reverse({ ...asked, reference: verdict.reference });
      report(payment, 'amount_mismatch', reversed ? 'given back' : 'NOT given back: ask the bank');
      await conclude(db, id, reversed ? 'reverse' : 'refuse', { problem: 'amount_mismatch', claimedAt: now });
      return reversed ? 'reversed' : 'refused';
    }
    case 'unknown':
      await conclude(db, id, 'release', { claimedAt: now });
      return 'unknown';
  }
}

/** A payment as its bank is asked about it. */
export function bankPayment(payment: PaymentRow, reference: string | null = null): BankPayment {
  return {
    id: payment.id,
    rial: toRial(payment.total),
    token: payment.token,
    reference: reference ?? payment.reference,
    createdAt: payment.createdAt,
  };
}

/** For the operator: what a person has to look at. */
export function report({ id, method }: PaymentRow, problem: Problem, what: string): void {
  console.error(`payment ${id} at ${method}: ${problem}, ${what}`);
}
