import { sql } from 'drizzle-orm';
import { CLAIM_SECONDS } from '../config.ts';
import type { Problem } from '../../ledger/payment-kinds.ts';
import { getNextState, listSourceStates, type PaymentEvent, type PaymentState } from '../payment-state.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { PaymentRow } from './schema.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { buildDeliveryStatements } from '../../ledger/server/deliver.ts';

function matchSourceStates(event: PaymentEvent) {
  return sql`state IN (${sql.join(
    listSourceStates(event).map((state) => sql`${state}`),
    sql`, `,
  )})`;
}

export async function saveToken(
  db: Database,
  id: string,
  { token, payUrl }: { token: string; payUrl: string | null },
): Promise<boolean> {
  const rows = await retryWrite(() =>
    db.all(sql`UPDATE payments SET state = 'pending', token = ${token}, pay_url = ${payUrl}
      WHERE id = ${id} AND (${matchSourceStates('token')} OR (state = 'pending' AND token = ${token})) RETURNING id`),
  );
  return rows.length === 1;
}

/** `terminal` null: the bank's verdicts are bound to the payment. */
interface NamedReference {
  reference: string | null;
  terminal: string | null;
}

/** One caller gets the claim, until it is done or CLAIM_SECONDS are over. The reference must still be the one read.
 * False also where the named reference has settled another payment. */
export async function claim(
  db: Database,
  payment: Pick<PaymentRow, 'id' | 'reference'>,
  { reference, terminal }: NamedReference,
  now: number,
): Promise<boolean> {
  const rows = await db.all(sql`UPDATE payments
    SET state = 'verifying', claimed_at = ${now}, checked_at = ${now}, reference = coalesce(${reference}, reference)
    WHERE id = ${payment.id} AND ${matchSourceStates('claim')} AND (state <> 'verifying' OR claimed_at <= ${now - CLAIM_SECONDS})
      AND reference IS ${payment.reference}
      AND NOT EXISTS (SELECT 1 FROM bank_references r WHERE r.gateway = payments.method
        AND r.terminal IN (${terminal ?? ''}, '') AND r.reference = ${reference} AND r.payment_id <> payments.id)
    RETURNING id`);
  return rows.length === 1;
}

/** For the worker that claimed it at `claimedAt`. `reference` replaces the claim's; expiry keeps an earlier problem. */
export async function conclude(
  db: Database,
  id: string,
  event: 'release' | 'refuse' | 'reverse' | 'cancel' | 'expire',
  { problem = null, reference, claimedAt }: { problem?: Problem | null; reference?: string | null; claimedAt: number },
): Promise<boolean> {
  const state = getStateAfter('verifying', event);
  const storedProblem = event === 'expire' ? sql`coalesce(problem, ${problem})` : sql`${problem}`;
  const rows = await retryWrite(() =>
    db.all(sql`UPDATE payments SET state = ${state}, problem = ${storedProblem},
        reference = ${reference === undefined ? sql`reference` : sql`${reference}`}
      WHERE id = ${id} AND state = 'verifying' AND claimed_at = ${claimedAt} RETURNING id`),
  );
  return rows.length === 1;
}

/** The bank may have verified this open payment and may have the money: only its own verdict ends it. */
export const VERDICT_UNKNOWN = 'gateway_unreachable' satisfies Problem;

export function isVerdictUnknown({ state, problem }: Pick<PaymentRow, 'state' | 'problem'>): boolean {
  return state === 'pending' && problem === VERDICT_UNKNOWN;
}

/** Ends a payment that nobody has claimed. False where the bank may have its money. */
export async function abandon(
  db: Database,
  id: string,
  event: 'cancel' | 'refuse',
  problem: Problem | null = null,
): Promise<boolean> {
  const rows = await db.all(sql`UPDATE payments SET state = ${getStateAfter('pending', event)}, problem = ${problem}
    WHERE id = ${id} AND state IN ('initiated', 'pending') AND NOT (state = 'pending' AND problem IS ${VERDICT_UNKNOWN})
    RETURNING id`);
  return rows.length === 1;
}

/** For a payment whose worker died. False where that worker was only slow: then money may be on its way. */
export async function endUnsent(db: Database, id: string): Promise<boolean> {
  const rows = await db.all(sql`UPDATE payments SET state = ${getStateAfter('initiated', 'refuse')},
      problem = ${'gateway_unreachable' satisfies Problem}
    WHERE id = ${id} AND state IN ('initiated', 'pending') AND token IS NULL RETURNING id`);
  return rows.length === 1;
}

interface BankReceipt {
  reference: string;
  trace: string | null;
  card: string | null;
}

/** Money and goods in one batch; a repeat changes nothing. Throws `reference_used` for another payment's reference. */
export async function settle(
  db: Database,
  id: string,
  { reference, trace, card }: BankReceipt,
  terminal: string | null,
  now: number,
): Promise<boolean> {
  const statements = [
    sql`UPDATE payments SET state = 'settled', settled_at = ${now}, reference = ${reference},
        trace = ${trace}, card = ${card}, problem = NULL
      WHERE id = ${id} AND ${matchSourceStates('settle')} RETURNING id`,
    sql`INSERT INTO bank_references (gateway, terminal, reference, state, payment_id, asked_at)
      SELECT p.method, ${terminal ?? ''}, p.reference, 'verified', p.id, p.settled_at FROM payments p
      WHERE p.id = ${id} AND p.state = 'settled' AND p.delivered_at IS NULL
      ON CONFLICT (gateway, terminal, reference) DO UPDATE SET state = 'verified', payment_id = excluded.payment_id`,
    ...buildDeliveryStatements(id),
  ];
  const [settled] = await retryWrite(() => batch(db, statements));
  return settled?.length === 1;
}

function getStateAfter(state: PaymentState, event: PaymentEvent): PaymentState {
  const nextState = getNextState(state, event);
  if (nextState === null) throw new Error(`${event} cannot happen in ${state}`);
  return nextState;
}
