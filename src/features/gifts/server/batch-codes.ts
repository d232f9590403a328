import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Env } from '../../../platform/config/env.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { formatGiftCode } from '../../payments/gift-code.ts';
import { recoverGiftCode } from '../../payments/server/gift-codes.ts';

/** Codes whose answer was lost, or whose page was closed, are asked for again with the same key, for this long. */
const SAME_KEY_SECONDS = 24 * 60 * 60;
/** SQL: nobody was shown the codes of the batch, or who was may have lost them. */
export const areCodesOpen = (now: number) =>
  sql`(codes_key IS NULL OR (codes_saved_at IS NULL AND codes_at > ${now - SAME_KEY_SECONDS}))`;
const cardRows = v.array(v.object({ id: v.string(), code_hash: v.string(), line: v.number() }));

interface CodesRequest {
  /** The batch's payment. */
  id: string;
  key: string;
  operator: string;
}

/** To who made the batch, with one key. Fails with `payment_unknown`, `gift_codes_shown`, `gift_unavailable`. */
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
        AND ${areCodesOpen(now)} AND coalesce(codes_key, ${key}) = ${key} RETURNING 1`),
  );
  return claimed.length === 0 ? fail('gift_codes_shown') : ok(codes);
}

/** Ends the time of the key. Fails with `gift_codes_shown` where the key showed no codes. */
export async function closeBatchCodes(
  { db, now }: { db: Database; now: number },
  { id, key, operator }: CodesRequest,
): Promise<Outcome<{ saved_at: number }, ErrorCode>> {
  const isOwn = sql`payment_id = ${id} AND maker = ${operator} AND codes_key = ${key}`;
  await retryWrite(() =>
    db.run(sql`UPDATE gift_batches SET codes_saved_at = ${now} WHERE ${isOwn} AND codes_saved_at IS NULL`),
  );
  const [row] = await db.all<{ at: number }>(sql`SELECT codes_saved_at AS at FROM gift_batches WHERE ${isOwn}`);
  return row === undefined ? fail('gift_codes_shown') : ok({ saved_at: row.at });
}
