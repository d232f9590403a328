import type { AlarmKind } from '../../alarms/alarm.ts';
import { toRial } from '../../../platform/text/money.ts';
import type { Problem } from '../../ledger/payment-kinds.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { PaymentRow } from './schema.ts';
import type { BankPayment, Inquiry, Verdict } from './gateways/port.ts';
import { raiseAlarm } from '../../alarms/server/alarm.ts';
import { isRefusedBy } from '../../../platform/http/faults/d1-errors.ts';
import { hasSettledAnother, insertReference } from './bank-references.ts';
import { addCheck, describeVerdict } from './payment-checks.ts';
import { claim, conclude, isVerdictUnknown, settle, VERDICT_UNKNOWN } from './transitions.ts';
import { weighVerdict, type ReferenceInquiry } from './weigh-verdict.ts';

interface Verifier {
  readonly terminal: string | null;
  verify: (payment: BankPayment) => Promise<Verdict>;
  reverse: (payment: BankPayment) => Promise<boolean>;
}

export interface Inquirer extends Verifier {
  inquire: ((payment: BankPayment) => Promise<Inquiry>) | null;
}

/** `claimed`: another worker has it. `foreign`: the bank's number belongs to another payment. */
export type Verified = 'settled' | 'refused' | 'reversed' | 'unknown' | 'claimed' | 'foreign';

/** Verifies a payment with its bank and settles it once, for callback and cron. `reference` alone credits nothing. */
export async function verifyPayment(
  db: Database,
  bank: Verifier,
  payment: PaymentRow,
  reference: string | null,
  now: number,
): Promise<Verified> {
  const { terminal } = bank;
  if (!(await claim(db, payment, { reference, terminal }, now))) {
    const namedReference = reference === null ? null : { gateway: payment.method, terminal: terminal ?? '', reference };
    if (namedReference === null || !(await hasSettledAnother(db, namedReference, payment.id))) return 'claimed';
    const text = 'reference_used, the callback names a transaction of another payment';
    await raisePaymentAlarm({ db, now }, payment, 'reference_used', text);
    return 'foreign';
  }
  const bankPayment = toBankPayment(payment, reference);
  const inquiry = await recordInquiry(db, bank, payment, bankPayment, now);
  const bankVerdict = await bank.verify(bankPayment);
  await addCheck({ db, now }, payment.id, describeVerdict(bankVerdict, bankPayment.reference));
  const verdict = inquiry === null ? bankVerdict : await weighVerdict(db, inquiry, bankVerdict, now);
  return applyVerdict(db, bank, payment, bankPayment, verdict, now);
}

/** Recorded before the bank is asked; null where the bank is asked by its own token. */
async function recordInquiry(
  db: Database,
  { terminal }: Verifier,
  { method: gateway }: PaymentRow,
  { reference }: BankPayment,
  now: number,
): Promise<ReferenceInquiry | null> {
  if (terminal === null || reference === null) return null;
  const namedReference = { gateway, terminal, reference };
  return { ...namedReference, isFirst: await insertReference(db, namedReference, now) };
}

async function applyVerdict(
  db: Database,
  bank: Verifier,
  payment: PaymentRow,
  bankPayment: BankPayment,
  verdict: Verdict,
  now: number,
): Promise<Verified> {
  const { id } = payment;
  const context = { db, now };
  switch (verdict.kind) {
    case 'paid':
      if (isVerdictUnknown(payment) && ![null, bankPayment.reference].includes(payment.reference)) {
        // The bank may have taken that one, too, and no payment will ask for it again.
        const text = `${String(payment.reference)} was asked for without an answer, and another is paid: NOT given back, ask the bank`;
        await raisePaymentAlarm(context, payment, 'not_given_back', text, payment.reference);
      }
      try {
        await settle(db, id, verdict, bank.terminal, now);
        return 'settled';
      } catch (error) {
        if (!isRefusedBy(error, 'reference_used')) throw error;
        await raisePaymentAlarm(
          context,
          payment,
          'reference_used',
          'reference_used, the bank names a transaction of another payment',
        );
        if (bank.terminal !== null) return rejectReference(db, payment, bankPayment, 'reference_used', now);
        await conclude(db, id, 'refuse', { problem: 'reference_used', claimedAt: now });
        return 'refused';
      }
    case 'refused':
      // Only the named reference is refused; the bank may have verified the earlier one.
      if (isVerdictUnknown(payment) && payment.reference !== bankPayment.reference) {
        return rejectReference(db, payment, bankPayment, verdict.problem, now);
      }
      if (verdict.problem === 'reference_used') {
        const text = 'reference_used, its transaction was verified before we asked: by another site of the terminal?';
        await raisePaymentAlarm(context, payment, 'reference_used', text);
      }
      await conclude(db, id, 'refuse', { problem: verdict.problem, claimedAt: now });
      return 'refused';
    case 'mismatch': {
      if (!verdict.isBound) {
        const text = `amount_mismatch, verified ${bankPayment.reference ?? ''}, which is not this payment's, NOT given back`;
        await raisePaymentAlarm(context, payment, 'not_given_back', text, bankPayment.reference);
        return rejectReference(db, payment, bankPayment, 'amount_mismatch', now);
      }
      const isReversed = await bank.reverse({ ...bankPayment, reference: verdict.reference });
      const outcome = isReversed ? 'reversed' : 'failed';
      await addCheck(context, id, { kind: 'reverse', outcome, reference: verdict.reference });
      if (isReversed) await raisePaymentAlarm(context, payment, 'amount_mismatch', 'amount_mismatch, given back');
      else await raisePaymentAlarm(context, payment, 'not_given_back', 'amount_mismatch, NOT given back: ask the bank');
      await conclude(db, id, isReversed ? 'reverse' : 'refuse', { problem: 'amount_mismatch', claimedAt: now });
      return isReversed ? 'reversed' : 'refused';
    }
    case 'unknown':
      await conclude(db, id, 'release', { problem: VERDICT_UNKNOWN, claimedAt: now });
      return 'unknown';
  }
}

/** Drops another payment's reference: nothing is given back, and this payment keeps its state if it can be paid. */
async function rejectReference(
  db: Database,
  payment: PaymentRow,
  bankPayment: BankPayment,
  problem: Problem,
  now: number,
): Promise<Verified> {
  if (isVerdictUnknown(payment) && payment.reference !== bankPayment.reference) {
    const { reference } = payment;
    await conclude(db, payment.id, 'release', { problem: VERDICT_UNKNOWN, reference, claimedAt: now });
    return 'foreign';
  }
  const reference = payment.reference === bankPayment.reference ? null : payment.reference;
  const event = payment.supersededBy !== null ? 'cancel' : payment.expiresAt > now ? 'release' : 'refuse';
  await conclude(db, payment.id, event, { problem, reference, claimedAt: now });
  return 'foreign';
}

export function toBankPayment(payment: PaymentRow, reference: string | null = null): BankPayment {
  return {
    id: payment.id,
    rial: toRial(payment.total),
    token: payment.token,
    reference: reference ?? payment.reference,
    createdAt: payment.createdAt,
  };
}

/** Raises an alarm once for each kind and reference. */
export async function raisePaymentAlarm(
  context: { db: Database; now: number },
  { id, method }: PaymentRow,
  kind: AlarmKind,
  text: string,
  reference?: string | null,
): Promise<void> {
  const key = reference == null ? `${kind}:${id}` : `${kind}:${id}:${reference}`;
  await raiseAlarm(context, { kind, key, text: `payment ${id} at ${method}: ${text}`, paymentId: id });
}
