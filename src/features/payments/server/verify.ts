import type { AlarmKind } from '../../alarms/alarm.ts';
import { toRial } from '../../../platform/text/money.ts';
import type { Problem } from '../../ledger/payment-kinds.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { PaymentRow } from './schema.ts';
import type { BankPayment, Inquiry, Verdict } from './gateways/port.ts';
import { raiseAlarm } from '../../alarms/server/alarm.ts';
import { isRefusedBy } from '../../../platform/http/d1-errors.ts';
import { hasSettledAnother, recordAsk } from './bank-references.ts';
import { claim, conclude, isVerdictUnknown, settle, VERDICT_UNKNOWN } from './transitions.ts';
import { weighVerdict, type Ask } from './weigh-verdict.ts';

/** What verifying needs of whoever collects: a bank's page, or direct debit. */
export interface Verifier {
  /** As of a gateway (payments/server/gateways/port.ts). */
  readonly terminal: string | null;
  verify: (payment: BankPayment) => Promise<Verdict>;
  reverse: (payment: BankPayment) => Promise<boolean>;
}

/** A verifier that can also be asked what became of a payment. */
export interface Inquirer extends Verifier {
  inquire: (payment: BankPayment) => Promise<Inquiry>;
}

/** `claimed`: somebody else is at it, or has been. `foreign`: the bank's number is another payment's. */
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
  const { terminal } = bank;
  if (!(await claim(db, payment, { reference, terminal }, now))) {
    const named = reference === null ? null : { gateway: payment.method, terminal: terminal ?? '', reference };
    if (named === null || !(await hasSettledAnother(db, named, payment.id))) return 'claimed';
    const text = 'reference_used, the callback names a transaction of another payment';
    await report({ db, now }, payment, 'reference_used', text);
    return 'foreign';
  }
  const asked = bankPayment(payment, reference);
  const ask = await recordInquiry(db, bank, payment, asked, now);
  const readVerdict = await bank.verify(asked);
  const verdict = ask === null ? readVerdict : await weighVerdict(db, ask, readVerdict, now);
  return conclusion(db, bank, payment, asked, verdict, now);
}

/** The question about a reference, noted before it is asked; null where the bank is asked by its own token. */
async function recordInquiry(
  db: Database,
  { terminal }: Verifier,
  { method: gateway }: PaymentRow,
  { reference }: BankPayment,
  now: number,
): Promise<Ask | null> {
  if (terminal === null || reference === null) return null;
  const named = { gateway, terminal, reference };
  return { ...named, isFirst: await recordAsk(db, named, now) };
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
  const at = { db, now };
  switch (verdict.kind) {
    case 'paid':
      try {
        await settle(db, id, verdict, bank.terminal, now);
        return 'settled';
      } catch (error) {
        if (!isRefusedBy(error, 'reference_used')) throw error;
        await report(at, payment, 'reference_used', 'reference_used, the bank names a transaction of another payment');
        if (bank.terminal !== null) return rejectReference(db, payment, asked, 'reference_used', now);
        await conclude(db, id, 'refuse', { problem: 'reference_used', claimedAt: now });
        return 'refused';
      }
    case 'refused':
      // This reference is refused; an earlier one, which the bank may have verified, is not.
      if (isVerdictUnknown(payment) && payment.reference !== asked.reference) {
        return rejectReference(db, payment, asked, verdict.problem, now);
      }
      if (verdict.problem === 'reference_used') {
        const text = 'reference_used, its transaction was verified before we asked: by another site of the terminal?';
        await report(at, payment, 'reference_used', text);
      }
      await conclude(db, id, 'refuse', { problem: verdict.problem, claimedAt: now });
      return 'refused';
    case 'mismatch': {
      if (!verdict.isBound) {
        const text = `amount_mismatch, verified ${asked.reference ?? ''}, which is not this payment's, NOT given back`;
        await report(at, payment, 'not_given_back', text, asked.reference);
        return rejectReference(db, payment, asked, 'amount_mismatch', now);
      }
      const reversed = await bank.reverse({ ...asked, reference: verdict.reference });
      if (reversed) await report(at, payment, 'amount_mismatch', 'amount_mismatch, given back');
      else await report(at, payment, 'not_given_back', 'amount_mismatch, NOT given back: ask the bank');
      await conclude(db, id, reversed ? 'reverse' : 'refuse', { problem: 'amount_mismatch', claimedAt: now });
      return reversed ? 'reversed' : 'refused';
    }
    case 'unknown':
      await conclude(db, id, 'release', { problem: VERDICT_UNKNOWN, claimedAt: now });
      return 'unknown';
  }
}

/**
 * Lets go of a reference that is another payment's: nothing is given back, and this payment is what it was without it.
 * It ends only where its own page can no longer be paid at.
 */
async function rejectReference(
  db: Database,
  payment: PaymentRow,
  asked: BankPayment,
  problem: Problem,
  now: number,
): Promise<Verified> {
  if (isVerdictUnknown(payment) && payment.reference !== asked.reference) {
    const { reference } = payment;
    await conclude(db, payment.id, 'release', { problem: VERDICT_UNKNOWN, reference, claimedAt: now });
    return 'foreign';
  }
  const reference = payment.reference === asked.reference ? null : payment.reference;
  const event = payment.supersededBy !== null ? 'cancel' : payment.expiresAt > now ? 'release' : 'refuse';
  await conclude(db, payment.id, event, { problem, reference, claimedAt: now });
  return 'foreign';
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

/** Raises the alarm of a payment that a person has to look at; once for each kind, and for each reference given. */
export async function report(
  at: { db: Database; now: number },
  { id, method }: PaymentRow,
  kind: AlarmKind,
  text: string,
  reference?: string | null,
): Promise<void> {
  const key = reference == null ? `${kind}:${id}` : `${kind}:${id}:${reference}`;
  await raiseAlarm(at, { kind, key, text: `payment ${id} at ${method}: ${text}`, paymentId: id });
}
