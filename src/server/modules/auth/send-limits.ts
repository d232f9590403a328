import { sql } from 'drizzle-orm';
import { RESEND_SECONDS, SENDS_PER_DAY, SENDS_PER_HOUR_PER_ADDRESS } from '../../../config/constants.ts';
import { fail, ok, type Outcome } from '../../../domain/outcome.ts';
import type { Database } from '../../db/client.ts';
import { addressKey } from '../../lib/address-key.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
/** Rows older than a day count for nothing; each send takes away this many at most. */
const SWEEP = 20;

export type LimitCode = 'code_too_soon' | 'code_daily_limit' | 'code_address_limit';

interface Sender {
  mobile: string;
  address: string;
  /** Epoch seconds. */
  now: number;
}

/**
 * Takes one send where the limits allow it, and answers its id. The checks and the row are one statement, so that
 * sends at the same moment cannot pass together. Seconds to wait come with a failure.
 */
export async function takeSend(db: Database, sender: Sender): Promise<Outcome<number, LimitCode>> {
  const { mobile, now } = sender;
  const address = await addressKey(sender.address);
  const [row] = await db.all<{ id: number }>(sql`
    INSERT INTO login_sends (mobile, address, sent_at)
    SELECT ${mobile}, ${address}, ${now}
    WHERE NOT EXISTS (SELECT 1 FROM login_sends WHERE mobile = ${mobile} AND sent_at > ${now - RESEND_SECONDS})
      AND (SELECT COUNT(*) FROM login_sends WHERE mobile = ${mobile} AND sent_at > ${now - DAY}) < ${SENDS_PER_DAY}
      AND (SELECT COUNT(*) FROM login_sends WHERE address = ${address} AND sent_at > ${now - HOUR})
        < ${SENDS_PER_HOUR_PER_ADDRESS}
    RETURNING id`);
  if (!row) return refusal(db, mobile, address, now);
  await db.run(sql`DELETE FROM login_sends
    WHERE id IN (SELECT id FROM login_sends ORDER BY id LIMIT ${SWEEP}) AND sent_at <= ${now - DAY}`);
  return ok(row.id);
}

/** Frees the number of a send that failed; the caller's address keeps it, or an outage could be hammered. */
export async function releaseSend(db: Database, id: number): Promise<void> {
  await db.run(sql`UPDATE login_sends SET mobile = '' WHERE id = ${id}`);
}

/** Which limit refused, and how long it will. */
async function refusal(
  db: Database,
  mobile: string,
  address: string,
  now: number,
): Promise<Outcome<number, LimitCode>> {
  const [facts] = await db.all<{ last: number | null; tenth: number | null; thirtieth: number | null }>(sql`SELECT
    (SELECT MAX(sent_at) FROM login_sends WHERE mobile = ${mobile}) AS last,
    (SELECT sent_at FROM login_sends WHERE mobile = ${mobile} AND sent_at > ${now - DAY}
      ORDER BY sent_at DESC LIMIT 1 OFFSET ${SENDS_PER_DAY - 1}) AS tenth,
    (SELECT sent_at FROM login_sends WHERE address = ${address} AND sent_at > ${now - HOUR}
      ORDER BY sent_at DESC LIMIT 1 OFFSET ${SENDS_PER_HOUR_PER_ADDRESS - 1}) AS thirtieth`);
  if (facts?.tenth != null) return limit('code_daily_limit', facts.tenth + DAY - now);
  if (facts?.thirtieth != null) return limit('code_address_limit', facts.thirtieth + HOUR - now);
  return limit('code_too_soon', (facts?.last ?? now) + RESEND_SECONDS - now);
}

function limit(code: LimitCode, seconds: number): Outcome<number, LimitCode> {
  return fail(code, { fields: { mobile: code }, retryAfter: Math.max(1, seconds) });
}
