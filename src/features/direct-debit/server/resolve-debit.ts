import { sql, type SQL } from 'drizzle-orm';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { toRial } from '../../../platform/text/money.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { PaymentRow } from '../../payments/server/schema.ts';
import { createMandateProvider } from './gateways/choose.ts';
import type { BankContext } from '../../payments/server/gateways/choose.ts';
import { findPayment } from '../../payments/server/read.ts';
import {
  correctLedger,
  rehearseCorrection,
  type Correction,
  type CorrectionRequest,
  type RehearsedCorrection,
} from '../../payments/server/refunds/correction.ts';

interface DebitResolution {
  payment_id: string;
  /** Toman that the provider took. */
  taken: number;
  /** `wallet`: credit of the user. `outside`: paid back under the number `tracking`. */
  destination: 'wallet' | 'outside';
  tracking: string | null;
  collect_again: boolean;
  reason: string;
}

interface ResolvedDebit {
  correction: Correction;
  charge: { key: string; state: string } | null;
}

/** Once for each payment; another request fails with `key_used`. `maxAlone` as in `correctLedger`. */
export async function resolveDebit(
  context: BankContext,
  resolution: DebitResolution,
  operator: string,
  maxAlone: number | null = null,
): Promise<Outcome<ResolvedDebit, ErrorCode>> {
  const { db, now } = context;
  const prepared = await prepareResolution(context, resolution);
  if (!prepared.ok) return prepared;
  const { payment, request, extraStatements } = prepared.value;
  const booked = await correctLedger({ db, now }, request, operator, { extraStatements, maxAlone });
  if (!booked.ok) return booked;
  return ok({ correction: booked.value, charge: await findCharge(db, payment) });
}

/** By the statements of `resolveDebit`, which are rolled back. Fails as it does. */
export async function rehearseResolution(
  context: BankContext,
  resolution: DebitResolution,
  operator: string,
): Promise<Outcome<RehearsedCorrection, ErrorCode>> {
  const prepared = await prepareResolution(context, resolution);
  if (!prepared.ok) return prepared;
  const { request, extraStatements } = prepared.value;
  return rehearseCorrection(context, request, operator, extraStatements);
}

interface PreparedResolution {
  payment: PaymentRow;
  request: CorrectionRequest;
  extraStatements: SQL[];
}

async function prepareResolution(
  context: BankContext,
  resolution: DebitResolution,
): Promise<Outcome<PreparedResolution, ErrorCode>> {
  const { db, now } = context;
  const { payment_id, taken, destination, tracking, collect_again, reason } = resolution;
  if ((destination === 'outside') !== (tracking !== null)) {
    return fail('tracking_invalid', { fields: { tracking: 'tracking_invalid' } });
  }
  const payment = await findPayment(db, payment_id);
  if (payment?.method !== 'direct_debit') return fail('payment_unknown');
  const key = `debit:${payment.id}`;
  const [earlier] = await db.all<{ key: string }>(
    sql`SELECT key FROM corrections WHERE payment_id = ${payment.id} AND from_account = ${BANK} LIMIT 1`,
  );
  if (!isHeld(payment) || (earlier && earlier.key !== key)) return fail('debit_not_held');
  const confirmed = earlier ? ok(null) : await compareWithProvider(context, payment, resolution);
  if (!confirmed.ok) return confirmed;
  const to = destination === 'wallet' ? `wallet:${String(payment.userId)}` : OUTSIDE;
  const request = { key, from: BANK, to, toman: taken, payment_id: payment.id, tracking, reason };
  return ok({ payment, request, extraStatements: endHold(payment, key, collect_again, now) });
}

const BANK = 'bank:direct_debit';
const OUTSIDE = 'outside:direct_debit';

function isHeld({ state, problem }: PaymentRow): boolean {
  return state === 'failed' && (problem === 'amount_mismatch' || problem === 'reference_used');
}

/** Guards against a slip such as rial for toman. Credit needs the provider's word that it has the money. */
async function compareWithProvider(
  context: BankContext,
  { token }: PaymentRow,
  { taken, destination }: DebitResolution,
): Promise<Outcome<null, ErrorCode>> {
  const withdrawal = (await createMandateProvider(context)?.lookUp(token ?? '')) ?? { kind: 'unknown' as const };
  if (withdrawal.kind === 'done') {
    const isSameAmount = toRial(taken) <= withdrawal.rial && withdrawal.rial < toRial(taken + 1);
    return isSameAmount ? ok(null) : fail('amount_invalid', { fields: { taken: 'amount_invalid' } });
  }
  if (destination === 'outside') return ok(null);
  return fail(withdrawal.kind === 'unknown' ? 'provider_unreachable' : 'debit_not_held');
}

/** Ends the charge's hold, later questions to the provider, and the alarms. */
function endHold({ id, token }: PaymentRow, key: string, collectAgain: boolean, now: number): SQL[] {
  const isBooked = sql`EXISTS (SELECT 1 FROM corrections WHERE key = ${key})`;
  const next = collectAgain
    ? sql`state = 'due', told = 0, next_try_at = ${now}, stop_after = attempts + 1`
    : sql`state = 'done'`;
  return [
    sql`UPDATE direct_debit_charges SET ${next} WHERE key = ${getChargeKey(token)} AND state = 'held'
      AND key || ':' || attempts = ${token} AND ${isBooked}`,
    sql`UPDATE mandate_withdrawals SET recheck_at = NULL WHERE track_id = ${token} AND ${isBooked}`,
    sql`UPDATE alarms SET seen_at = ${now} WHERE payment_id = ${id} AND seen_at IS NULL
      AND kind IN ('not_given_back', 'reference_used') AND ${isBooked}`,
  ];
}

async function findCharge(db: Database, { token }: PaymentRow): Promise<ResolvedDebit['charge']> {
  const [row] = await db.all<{ key: string; state: string }>(
    sql`SELECT key, state FROM direct_debit_charges WHERE key = ${getChargeKey(token)}`,
  );
  return row ?? null;
}

/** `<key>:<attempt>`; a purchase, `payment:<id>`, has no charge. */
function getChargeKey(token: string | null): string {
  return token === null ? '' : token.slice(0, token.lastIndexOf(':'));
}
