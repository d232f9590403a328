import { sql } from 'drizzle-orm';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { Database } from '../../../platform/db/client.ts';

/** The first debit of a mandate needs a code confirmed on the session (`steppedUp`), else `code_needed`. */
export async function approveMandates(
  db: Database,
  userId: number,
  steppedUp: boolean,
  now: number,
): Promise<Outcome<null, ErrorCode>> {
  const unapproved = sql`user_id = ${userId} AND state = 'active' AND approved_at IS NULL`;
  if (steppedUp) {
    await db.run(sql`UPDATE mandates SET approved_at = ${now} WHERE ${unapproved}`);
    return ok(null);
  }
  const [row] = await db.all(sql`SELECT 1 FROM mandates WHERE ${unapproved} LIMIT 1`);
  return row === undefined ? ok(null) : fail('code_needed');
}
