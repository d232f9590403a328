import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { CLAIM_SECONDS } from '../config.ts';
import type { Database } from '../../../platform/db/client.ts';

/** A transaction at a bank, by the number that a callback has named. */
export interface BankReference {
  gateway: string;
  terminal: string;
  reference: string;
}

/** This terminal's row, or one that settled before terminals were noted. */
const matchesReference = ({ gateway, terminal, reference }: BankReference) =>
  sql`gateway = ${gateway} AND terminal IN (${terminal}, '') AND reference = ${reference}`;

/**
 * Notes that the bank is about to be asked about a reference. True where this database asks for the first time: a bank
 * that answers "verified before" then did so for somebody else.
 */
export async function recordAsk(db: Database, asked: BankReference, now: number): Promise<boolean> {
  const { gateway, terminal, reference } = asked;
  const rows = await db.all(sql`INSERT INTO bank_references (gateway, terminal, reference, state, asked_at)
    SELECT ${gateway}, ${terminal}, ${reference}, 'asked', ${now}
    WHERE NOT EXISTS (SELECT 1 FROM bank_references WHERE ${matchesReference(asked)})
    ON CONFLICT DO NOTHING RETURNING reference`);
  return rows.length === 1;
}

/** Notes what the bank said of a reference; what is settled keeps its state. */
export async function recordAnswer(db: Database, asked: BankReference, state: 'verified' | 'foreign'): Promise<void> {
  await db.run(sql`UPDATE bank_references SET state = ${state} WHERE ${matchesReference(asked)} AND state = 'asked'`);
}

/** Forgets a first question that the bank answered with no: the transaction was not verified by it. */
export async function forgetAsk(db: Database, asked: BankReference): Promise<void> {
  await db.run(sql`DELETE FROM bank_references
    WHERE ${matchesReference(asked)} AND terminal = ${asked.terminal} AND state = 'asked' AND payment_id IS NULL`);
}

const historyRow = v.object({ state: v.picklist(['asked', 'verified', 'foreign']), asked_at: v.number() });

/**
 * Whether a transaction that the bank says was verified before was verified by this database: it answered us once, or
 * our question was lost on the way or its answer on the way back. `undecided`: another worker may be asking right now.
 */
export async function judgeRepeat(
  db: Database,
  asked: BankReference,
  now: number,
): Promise<'ours' | 'foreign' | 'undecided'> {
  const [row] = await db.all(sql`SELECT state, asked_at FROM bank_references WHERE ${matchesReference(asked)}
    ORDER BY terminal = '' LIMIT 1`);
  if (row === undefined) return 'undecided';
  const { state, asked_at: askedAt } = v.parse(historyRow, row);
  if (state === 'asked') return askedAt > now - CLAIM_SECONDS ? 'undecided' : 'ours';
  return state === 'verified' ? 'ours' : 'foreign';
}

/** Whether a reference has settled another payment than this one. */
export async function hasSettledAnother(db: Database, asked: BankReference, paymentId: string): Promise<boolean> {
  const rows = await db.all(
    sql`SELECT 1 FROM bank_references WHERE ${matchesReference(asked)} AND payment_id <> ${paymentId} LIMIT 1`,
  );
  return rows.length > 0;
}
