import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { ErrorCode } from '../../../../platform/http/errors.ts';
import { getWalletUser, isLedgerAccount } from '../../../ledger/ledger.ts';
import { fail, ok, type Outcome } from '../../../../platform/outcome.ts';
import { batch } from '../../../../platform/db/batch.ts';
import type { Database } from '../../../../platform/db/client.ts';
import { isRefusedBy, retryWrite } from '../../../../platform/http/d1-errors.ts';
import { randomId } from '../../../../platform/http/random-id.ts';

export interface CorrectionRequest {
  /** The caller's idempotency key. */
  key: string;
  /** Accounts of the ledger: toman leave the first and come to the second. */
  from: string;
  to: string;
  toman: number;
  /** The payment that it is about, if any. */
  payment_id: string | null;
  /** The bank's number of the money that moved, if any. */
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

/**
 * Moves an amount between two accounts of the ledger, for what a person has to set right. Once for each key. `also`:
 * statements for the same batch, which may not count on the correction being made by this very call. Fails with `account_invalid`, `payment_unknown`, `wallet_insufficient`, `tracking_used` or `key_used`.
 */
export async function correctLedger(
  { db, now }: { db: Database; now: number },
  request: CorrectionRequest,
  operator: string,
  also: readonly SQL[] = [],
): Promise<Outcome<Correction, ErrorCode>> {
  const { key, from, to, toman, payment_id, tracking, reason } = request;
  if (from === to || !isLedgerAccount(from) || !isLedgerAccount(to)) return fail('account_invalid');
  const earlier = await findCorrection(db, key);
  if (earlier) return isRepeat(earlier, request);
  const id = randomId();
  const users = [from, to].map(getWalletUser).filter((user) => user !== null);
  const leg = (
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
    await retryWrite(() => batch(db, [insert, leg('from'), leg('to'), ...also]));
  } catch (error) {
    if (isRefusedBy(error, 'wallet_below_zero')) return fail('wallet_insufficient');
    if (isRefusedBy(error, 'corrections.tracking')) return fail('tracking_used');
    if (!isRefusedBy(error, 'corrections.key')) throw error;
  }
  const done = await findCorrection(db, key);
  if (done) return isRepeat(done, request);
  const isKnown =
    payment_id === null || (await db.all(sql`SELECT 1 FROM payments WHERE id = ${payment_id}`)).length > 0;
  return fail(isKnown ? 'account_invalid' : 'payment_unknown');
}

async function findCorrection(db: Database, key: string): Promise<Correction | undefined> {
  const rows = await db.all(sql`SELECT id, from_account AS "from", to_account AS "to", toman, payment_id, tracking,
    created_at FROM corrections WHERE key = ${key}`);
  return v.parse(v.array(correctionRow), rows)[0];
}

function isRepeat(
  done: Correction,
  { from, to, toman, payment_id, tracking }: CorrectionRequest,
): Outcome<Correction, ErrorCode> {
  const isDuplicate =
    done.from === from &&
    done.to === to &&
    done.toman === toman &&
    done.payment_id === payment_id &&
    done.tracking === tracking;
  return isDuplicate ? ok(done) : fail('key_used');
}
