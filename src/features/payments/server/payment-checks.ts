import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/client.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import type { BankReturn, Verdict } from './gateways/port.ts';

/** Of one kind, for one payment: callbacks are requests that anybody can send. */
const MAX_CHECKS = 30;
const MAX_TEXT_LETTERS = 64;
const CARD_DIGITS = 4;

interface Check {
  kind: 'callback' | 'inquiry' | 'verify' | 'reverse';
  /** In the words of the port. */
  outcome: string;
  problem?: string | null;
  reference?: string | null;
  trace?: string | null;
  /** As the bank masks it; its last four digits are stored. */
  card?: string | null;
}

/** Adds what a gateway said to the payment's trail. Never throws: the money does not wait for it. */
export async function addCheck(
  { db, now }: { db: Database; now: number },
  paymentId: string,
  { kind, outcome, problem = null, reference = null, trace = null, card = null }: Check,
): Promise<void> {
  const row = {
    ...{ payment_id: paymentId, kind, outcome, problem },
    ...{ reference: cut(reference), trace: cut(trace), card: card?.replaceAll(/\D/g, '').slice(-CARD_DIGITS) ?? null },
  };
  const isOfKind = sql`payment_id = ${paymentId} AND kind = ${kind}`;
  const isRepeated = sql.join(
    Object.entries(row).map(([column, value]) => sql`${sql.identifier(column)} IS ${value}`),
    sql` AND `,
  );
  try {
    await db.run(sql`INSERT INTO payment_checks (payment_id, kind, outcome, problem, reference, trace, card, said_at)
      SELECT ${sql.join(
        Object.values(row).map((value) => sql`${value}`),
        sql`, `,
      )}, ${now}
      WHERE (SELECT count(*) FROM payment_checks WHERE ${isOfKind}) < ${MAX_CHECKS}
        AND NOT EXISTS (SELECT 1 FROM payment_checks
          WHERE id = (SELECT max(id) FROM payment_checks WHERE ${isOfKind}) AND ${isRepeated})`);
  } catch (error) {
    console.error(`check of payment ${paymentId} (not kept): ${describeError(error)}`);
  }
}

const cut = (text: string | null) => text?.slice(0, MAX_TEXT_LETTERS) ?? null;

export const selectChecks = (paymentId: string): SQL =>
  sql`SELECT kind, outcome, problem, reference, trace, card, said_at FROM payment_checks
    WHERE payment_id = ${paymentId} ORDER BY id`;

/** A browser's claim: it proves nothing. */
export const describeReturn = (bankReturn: BankReturn): Check => ({
  kind: 'callback',
  outcome: bankReturn.kind,
  ...(bankReturn.kind === 'failed' && { problem: bankReturn.problem }),
  ...(bankReturn.kind === 'paid' && { reference: bankReturn.reference }),
});

/** `inquiredReference`: the number by which the bank was asked; a refusal does not repeat it. */
export function describeVerdict(verdict: Verdict, inquiredReference: string | null): Check {
  const check = { kind: 'verify', outcome: verdict.kind, reference: inquiredReference } as const;
  if (verdict.kind === 'refused') return { ...check, problem: verdict.problem };
  if (verdict.kind === 'mismatch') return { ...check, reference: verdict.reference, problem: 'amount_mismatch' };
  if (verdict.kind === 'unknown') return check;
  const { reference, trace, card } = verdict;
  return { ...check, outcome: verdict.isRepeat === true ? 'repeat' : 'paid', reference, trace, card };
}
