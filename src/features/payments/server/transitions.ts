import { sql } from 'drizzle-orm';
import { CLAIM_SECONDS } from '../config.ts';
import type { Problem } from '../../ledger/payment-kinds.ts';
import { nextState, listSourceStates, type PaymentEvent, type PaymentState } from '../payment-state.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { PaymentRow } from './schema.ts';
import { retryWrite } from '../../../platform/http/d1-errors.ts';
import { deliverStatements } from '../../ledger/server/deliver.ts';

/** The states an event may come from, as SQL. */
function from(event: PaymentEvent) {
  return sql`state IN (${sql.join(
    listSourceStates(event).map((state) => sql`${state}`),
    sql`, `,
  )})`;
}

/** Keeps the bank's page of a payment; false where the payment is past that. */
export async function saveToken(
  db: Database,
  id: string,
  { token, payUrl }: { token: string; payUrl: string | null },
): Promise<boolean> {
  const rows = await retryWrite(() =>
    db.all(sql`UPDATE payments SET state = 'pending', token = ${token}, pay_url = ${payUrl}
      WHERE id = ${id} AND (${from('token')} OR (state = 'pending' AND token = ${token})) RETURNING id`),
  );
  return rows.length === 1;
}

/** A transaction that a callback named, at the terminal it would be of; null where the bank needs none. */
export interface NamedReference {
  reference: string | null;
  terminal: string | null;
}

/**
 * Takes a payment to verify it: exactly one caller gets it, until that one is done or, after CLAIM_SECONDS, dead. The
 * named reference is kept with the claim, so that a worker that takes over knows it; the one that `payment` was read
 * with must still be there. False also where the named one has settled another payment.
 */
export async function claim(
  db: Database,
  payment: Pick<PaymentRow, 'id' | 'reference'>,
  { reference, terminal }: NamedReference,
  now: number,
): Promise<boolean> {
  const rows = await db.all(sql`UPDATE payments
    SET state = 'verifying', claimed_at = ${now}, checked_at = ${now}, reference = coalesce(${reference}, reference)
    WHERE id = ${payment.id} AND ${from('claim')} AND (state <> 'verifying' OR claimed_at <= ${now - CLAIM_SECONDS})
      AND reference IS ${payment.reference}
      AND NOT EXISTS (SELECT 1 FROM bank_references r WHERE r.gateway = payments.method
        AND r.terminal IN (${terminal ?? ''}, '') AND r.reference = ${reference} AND r.payment_id <> payments.id)
    RETURNING id`);
  return rows.length === 1;
}

/**
 * Ends or releases a payment, for the worker that claimed it at `claimedAt`. `reference` replaces the one kept with the
 * claim. A problem that was noted before stays where the payment only expires.
 */
export async function conclude(
  db: Database,
  id: string,
  event: 'release' | 'refuse' | 'reverse' | 'cancel' | 'expire',
  { problem = null, reference, claimedAt }: { problem?: Problem | null; reference?: string | null; claimedAt: number },
): Promise<boolean> {
  const state = stateAfter('verifying', event);
  const kept = event === 'expire' ? sql`coalesce(problem, ${problem})` : sql`${problem}`;
  const rows = await retryWrite(() =>
    db.all(sql`UPDATE payments SET state = ${state}, problem = ${kept},
        reference = ${reference === undefined ? sql`reference` : sql`${reference}`}
      WHERE id = ${id} AND state = 'verifying' AND claimed_at = ${claimedAt} RETURNING id`),
  );
  return rows.length === 1;
}

/**
 * The mark of an open payment whose verification the bank may have carried out, though its answer is not known: the bank
 * may have the money. Only the bank's word ends it, no return of a browser, no other purchase, no clock of ours.
 */
export const VERDICT_UNKNOWN = 'gateway_unreachable' satisfies Problem;

/** Whether a payment carries that mark. */
export function isVerdictUnknown({ state, problem }: Pick<PaymentRow, 'state' | 'problem'>): boolean {
  return state === 'pending' && problem === VERDICT_UNKNOWN;
}

/**
 * Ends a payment that nobody has claimed: the visitor gave up, the bank refused, or never opened a page. False where it
 * is past that, or the bank may have its money.
 */
export async function abandon(
  db: Database,
  id: string,
  event: 'cancel' | 'refuse',
  problem: Problem | null = null,
): Promise<boolean> {
  const rows = await db.all(sql`UPDATE payments SET state = ${stateAfter('pending', event)}, problem = ${problem}
    WHERE id = ${id} AND state IN ('initiated', 'pending') AND NOT (state = 'pending' AND problem IS ${VERDICT_UNKNOWN})
    RETURNING id`);
  return rows.length === 1;
}

/**
 * Ends a payment whose worker died before the bank or the provider knew of it. False where that worker was only slow and
 * has gone on by now: then a visitor may be on the bank's page, or money is being collected.
 */
export async function endUnsent(db: Database, id: string): Promise<boolean> {
  const rows = await db.all(sql`UPDATE payments SET state = ${stateAfter('initiated', 'refuse')},
      problem = ${'gateway_unreachable' satisfies Problem}
    WHERE id = ${id} AND state IN ('initiated', 'pending') AND token IS NULL RETURNING id`);
  return rows.length === 1;
}

export interface BankReceipt {
  reference: string;
  trace: string | null;
  card: string | null;
}

/**
 * Settles a claimed payment and delivers it, in one batch: money and goods come together or not at all, and a repeat
 * changes nothing. `terminal`: as of its gateway. Throws `reference_used` where the bank's number has settled another
 * payment of the same gateway and terminal.
 */
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
      WHERE id = ${id} AND ${from('settle')} RETURNING id`,
    sql`INSERT INTO bank_references (gateway, terminal, reference, state, payment_id, asked_at)
      SELECT p.method, ${terminal ?? ''}, p.reference, 'verified', p.id, p.settled_at FROM payments p
      WHERE p.id = ${id} AND p.state = 'settled' AND p.delivered_at IS NULL
      ON CONFLICT (gateway, terminal, reference) DO UPDATE SET state = 'verified', payment_id = excluded.payment_id`,
    ...deliverStatements(id),
  ];
  const [settled] = await retryWrite(() => batch(db, statements));
  return settled?.length === 1;
}

function stateAfter(state: PaymentState, event: PaymentEvent): PaymentState {
  const after = nextState(state, event);
  if (after === null) throw new Error(`${event} cannot happen in ${state}`);
  return after;
}
