import { sql } from 'drizzle-orm';
import { CLAIM_SECONDS } from '../../../config/money.ts';
import type { Problem } from '../../../domain/payment-kinds.ts';
import { nextState, sourcesOf, type PaymentEvent, type PaymentState } from '../../../domain/payment-state.ts';
import { batch } from '../../db/batch.ts';
import type { Database } from '../../db/client.ts';
import { twice } from '../../lib/d1-errors.ts';
import { deliverStatements } from '../ledger/deliver.ts';

/** The states an event may come from, as SQL. */
function from(event: PaymentEvent) {
  return sql`state IN (${sql.join(
    sourcesOf(event).map((state) => sql`${state}`),
    sql`, `,
  )})`;
}

/** Keeps the bank's page of a payment; false where the payment is past that. */
export async function saveToken(
  db: Database,
  id: string,
  { token, payUrl }: { token: string; payUrl: string | null },
): Promise<boolean> {
  const rows = await twice(() =>
    db.all(sql`UPDATE payments SET state = 'pending', token = ${token}, pay_url = ${payUrl}
      WHERE id = ${id} AND (${from('token')} OR token = ${token}) RETURNING id`),
  );
  return rows.length === 1;
}

/**
 * Takes a payment to verify it: exactly one caller gets it, until that one is done or, after CLAIM_SECONDS, dead. The
 * bank's number is kept with the claim, so that whoever takes over knows it. Throws `payments.reference` where that
 * number belongs to another payment.
 */
export async function claim(db: Database, id: string, reference: string | null, now: number): Promise<boolean> {
  const rows = await db.all(sql`UPDATE payments
    SET state = 'verifying', claimed_at = ${now}, checked_at = ${now}, reference = coalesce(${reference}, reference)
    WHERE id = ${id} AND ${from('claim')} AND (state <> 'verifying' OR claimed_at <= ${now - CLAIM_SECONDS})
    RETURNING id`);
  return rows.length === 1;
}

/** Ends or releases a payment, for the worker that claimed it at `claimedAt`. */
export async function conclude(
  db: Database,
  id: string,
  event: 'release' | 'refuse' | 'reverse' | 'cancel' | 'expire',
  { problem = null, claimedAt }: { problem?: Problem | null; claimedAt: number },
): Promise<boolean> {
  const state = stateAfter('verifying', event);
  const rows = await twice(() =>
    db.all(sql`UPDATE payments SET state = ${state}, problem = ${problem}
      WHERE id = ${id} AND state = 'verifying' AND claimed_at = ${claimedAt} RETURNING id`),
  );
  return rows.length === 1;
}

/** Ends a payment that nobody has claimed: the visitor gave up, the bank refused, or never opened a page. */
export async function abandon(
  db: Database,
  id: string,
  event: 'cancel' | 'refuse',
  problem: Problem | null = null,
): Promise<boolean> {
  const rows = await db.all(sql`UPDATE payments SET state = ${stateAfter('pending', event)}, problem = ${problem}
    WHERE id = ${id} AND state IN ('initiated', 'pending') RETURNING id`);
  return rows.length === 1;
}

export interface BankReceipt {
  reference: string;
  trace: string | null;
  card: string | null;
}

/**
 * Settles a claimed payment and delivers it, in one batch: money and goods come together or not at all, and a repeat
 * changes nothing. Throws `payments.reference` where the bank's number belongs to another payment.
 */
export async function settle(db: Database, id: string, receipt: BankReceipt, now: number): Promise<boolean> {
  const { reference, trace, card } = receipt;
  const statement = sql`UPDATE payments SET state = 'settled', settled_at = ${now}, reference = ${reference},
      trace = ${trace}, card = ${card}, problem = NULL
    WHERE id = ${id} AND ${from('settle')} RETURNING id`;
  const [settled] = await twice(() => batch(db, [statement, ...deliverStatements(id)]));
  return settled?.length === 1;
}

function stateAfter(state: PaymentState, event: PaymentEvent): PaymentState {
  const after = nextState(state, event);
  if (after === null) throw new Error(`${event} cannot happen in ${state}`);
  return after;
}
