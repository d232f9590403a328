import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Env } from '../../../platform/config/env.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { formatGiftCode } from '../../payments/gift-code.ts';
import { recoverGiftCode } from '../../payments/server/gift-codes.ts';

/** An answer that was lost is asked for again with the same key, for this long. */
const SAME_KEY_SECONDS = 10 * 60;
const cardRows = v.array(v.object({ id: v.string(), code_hash: v.string(), line: v.number() }));

interface CodesRequest {
  /** The batch's payment. */
  id: string;
  key: string;
  operator: string;
}

/** Once, to who made the batch. Fails with `payment_unknown`, `gift_codes_shown`, `gift_unavailable`. */
export async function showBatchCodes(
  { env, db, now }: { env: Env; db: Database; now: number },
  { id, key, operator }: CodesRequest,
): Promise<Outcome<{ line: number; code: string }[], ErrorCode>> {
  const rows = v.parse(
    cardRows,
    await db.all(sql`SELECT c.id, c.code_hash, c.line FROM gift_batches b JOIN gift_cards c ON c.payment_id = b.payment_id
      WHERE b.payment_id = ${id} ORDER BY c.line`),
  );
  if (rows.length === 0) return fail('payment_unknown');
  const codes: { line: number; code: string }[] = [];
  for (const card of rows) {
    const code = await recoverGiftCode(env, card.id, card.code_hash);
    if (code === null) return fail('gift_unavailable');
    codes.push({ line: card.line, code: formatGiftCode(code) });
  }
  const claimed = await retryWrite(() =>
    db.all(sql`UPDATE gift_batches SET codes_key = ${key}, codes_at = coalesce(codes_at, ${now})
      WHERE payment_id = ${id} AND maker = ${operator}
        AND (codes_key IS NULL OR (codes_key = ${key} AND codes_at > ${now - SAME_KEY_SECONDS})) RETURNING 1`),
  );
  return claimed.length === 0 ? fail('gift_codes_shown') : ok(codes);
}
