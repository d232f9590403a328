import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { CLAIM_SECONDS } from '../config.ts';
import type { Database } from '../../../platform/db/client.ts';

export interface BankReference {
  gateway: string;
  terminal: string;
  reference: string;
}

/** A row with terminal '' settled before terminals were recorded. */
const matchesReference = ({ gateway, terminal, reference }: BankReference) =>
  sql`gateway = ${gateway} AND terminal IN (${terminal}, '') AND reference = ${reference}`;

/** True where this database asks for the first time: "verified before" then came from another system. */
export async function insertReference(db: Database, bankReference: BankReference, now: number): Promise<boolean> {
  const { gateway, terminal, reference } = bankReference;
  const rows = await db.all(sql`INSERT INTO bank_references (gateway, terminal, reference, state, asked_at)
    SELECT ${gateway}, ${terminal}, ${reference}, 'asked', ${now}
    WHERE NOT EXISTS (SELECT 1 FROM bank_references WHERE ${matchesReference(bankReference)})
    ON CONFLICT DO NOTHING RETURNING reference`);
  return rows.length === 1;
}

export async function saveReferenceState(
  db: Database,
  bankReference: BankReference,
  state: 'verified' | 'foreign',
): Promise<void> {
  await db.run(
    sql`UPDATE bank_references SET state = ${state} WHERE ${matchesReference(bankReference)} AND state = 'asked'`,
  );
}

export async function deleteReference(db: Database, bankReference: BankReference): Promise<void> {
  await db.run(sql`DELETE FROM bank_references
    WHERE ${matchesReference(bankReference)} AND terminal = ${bankReference.terminal} AND state = 'asked' AND payment_id IS NULL`);
}

const historyRow = v.object({ state: v.picklist(['asked', 'verified', 'foreign']), asked_at: v.number() });

/** Tells if this database verified a repeat. `undecided`: another worker may be asking now. */
export async function classifyRepeat(
  db: Database,
  bankReference: BankReference,
  now: number,
): Promise<'ours' | 'foreign' | 'undecided'> {
  const [row] = await db.all(sql`SELECT state, asked_at FROM bank_references WHERE ${matchesReference(bankReference)}
    ORDER BY terminal = '' LIMIT 1`);
  if (row === undefined) return 'undecided';
  const { state, asked_at: askedAt } = v.parse(historyRow, row);
  if (state === 'asked') return askedAt > now - CLAIM_SECONDS ? 'undecided' : 'ours';
  return state === 'verified' ? 'ours' : 'foreign';
}

export async function hasSettledAnother(
  db: Database,
  bankReference: BankReference,
  paymentId: string,
): Promise<boolean> {
  const rows = await db.all(
    sql`SELECT 1 FROM bank_references WHERE ${matchesReference(bankReference)} AND payment_id <> ${paymentId} LIMIT 1`,
  );
  return rows.length > 0;
}
