import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { ErrorCode } from '../../../../platform/http/calls/errors.ts';
import { getWalletUser, isLedgerAccount } from '../../../ledger/ledger.ts';
import { fail, ok, type Outcome } from '../../../../platform/outcome.ts';
import { batch } from '../../../../platform/db/batch.ts';
import type { Database } from '../../../../platform/db/client.ts';
import { isRefusedBy, retryWrite } from '../../../../platform/http/faults/d1-errors.ts';
import { randomId } from '../../../../platform/http/random-id.ts';

export interface CorrectionRequest {
  key: string;
  from: string;
  to: string;
  toman: number;
  payment_id: string | null;
  tracking: string | null;
  reason: string;
}

const correctionRow = v.object({
  id: v.string(),
  from: v.string(),
  to: v.string(),
  toman: v.number(),
  payment_id: v.nullable(v.string()),
  tracking: v.nullable(v.string()),
  created_at: v.number(),
});
export type Correction = v.InferOutput<typeof correctionRow>;

/** Once for each key. `also` joins the batch and may not depend on this call inserting the row.
 * Fails with `account_invalid`, `payment_unknown`, `wallet_insufficient`, `tracking_used` or `key_used`. */
export async function correctLedger(
  { db, now }: { db: Database; now: number },
  request: CorrectionRequest,
  operator: string,
  extraStatements: readonly SQL[] = [],
): Promise<Outcome<Correction, ErrorCode>> {
  const { key, from, to, toman, payment_id, tracking, reason } = request;
  if (from === to || !isLedgerAccount(from) || !isLedgerAccount(to)) return fail('account_invalid');
  const earlier = await findCorrection(db, key);
  if (earlier) return resolveRepeat(earlier, request);
  const id = randomId();
  const users = [from, to].map(getWalletUser).filter((user) => user !== null);
  const insertLeg = (
    name: 'from' | 'to',
  ) => sql`INSERT INTO ledger_entries (key, event, account, amount, payment_id, created_at)
    SELECT 'correction:' || c.id || ':' || ${name}, 'correction:' || c.id,
      ${name === 'from' ? sql`c.from_account, -c.toman` : sql`c.to_account, c.toman`}, coalesce(c.payment_id, ''), c.created_at
    FROM corrections c WHERE c.id = ${id}
      AND NOT EXISTS (SELECT 1 FROM ledger_entries e WHERE e.key = 'correction:' || c.id || ':' || ${name})`;
  const insert = sql`INSERT INTO corrections (id, key, from_account, to_account, toman, payment_id, tracking, reason,
      operator, created_at)
    SELECT ${id}, ${key}, ${from}, ${to}, ${toman}, ${payment_id}, ${tracking}, ${reason}, ${operator}, ${now}
    WHERE NOT EXISTS (SELECT 1 FROM corrections WHERE key = ${key})
      AND (${payment_id} IS NULL OR EXISTS (SELECT 1 FROM payments WHERE id = ${payment_id}))
      AND NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(users)}) w
        WHERE NOT EXISTS (SELECT 1 FROM users u WHERE u.id = w.value))`;
  try {
    await retryWrite(() => batch(db, [insert, insertLeg('from'), insertLeg('to'), ...extraStatements]));
  } catch (error) {
    if (isRefusedBy(error, 'wallet_below_zero')) return fail('wallet_insufficient');
    if (isRefusedBy(error, 'corrections.tracking')) return fail('tracking_used');
    if (!isRefusedBy(error, 'corrections.key')) throw error;
  }
  const correction = await findCorrection(db, key);
  if (correction) return resolveRepeat(correction, request);
  const paymentExists =
    payment_id === null || (await db.all(sql`SELECT 1 FROM payments WHERE id = ${payment_id}`)).length > 0;
  return fail(paymentExists ? 'account_invalid' : 'payment_unknown');
}

async function findCorrection(db: Database, key: string): Promise<Correction | undefined> {
  const rows = await db.all(sql`SELECT id, from_account AS "from", to_account AS "to", toman, payment_id, tracking,
    created_at FROM corrections WHERE key = ${key}`);
  return v.parse(v.array(correctionRow), rows)[0];
}

function resolveRepeat(
  correction: Correction,
  { from, to, toman, payment_id, tracking }: CorrectionRequest,
): Outcome<Correction, ErrorCode> {
  const isDuplicate =
    correction.from === from &&
    correction.to === to &&
    correction.toman === toman &&
    correction.payment_id === payment_id &&
    correction.tracking === tracking;
  return isDuplicate ? ok(correction) : fail('key_used');
}
