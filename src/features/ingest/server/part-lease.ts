import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/client.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';

/**
 * Of a part that comes, since its last byte: a client whose line broke unseen continues after as long. Clocks of two hosts
 * may differ by more; the part is then sent twice and stored once.
 */
export const READ_SECONDS = 30;
/** Of storing a part, and of joining all of them with the last one. */
export const STORE_SECONDS = 60;
export const JOIN_SECONDS = 10 * 60;

interface Part {
  id: string;
  received: number;
}

/**
 * The lease of the part at the offset that was read, taken before its bytes are. Of two requests for one offset one has
 * it; the other gets `upload_locked`, or `upload_offset` where the part is there.
 */
export async function takeLease(
  db: Database,
  { id, received }: Part,
  now: number,
): Promise<Outcome<string, ErrorCode>> {
  const lease = crypto.randomUUID();
  const rows = await db.all(sql`UPDATE uploads SET lease = ${lease}, lease_until = ${now + READ_SECONDS}
    WHERE id = ${id} AND state = 'open' AND received = ${received} AND (lease IS NULL OR lease_until <= ${now})
    RETURNING 1`);
  return rows.length > 0 ? ok(lease) : refuseLate(db, { id, received });
}

/** Null while the lease is this request's, which then has it for so many seconds more. */
export async function renewLease(
  db: Database,
  { id, received }: Part,
  { lease, until }: { lease: string; until: number },
): Promise<ErrorCode | null> {
  const rows = await db.all(sql`UPDATE uploads SET lease_until = ${until}
    WHERE id = ${id} AND state = 'open' AND received = ${received} AND lease = ${lease} RETURNING 1`);
  return rows.length > 0 ? null : (await refuseLate(db, { id, received })).code;
}

export async function releaseLease(db: Database, { id }: Pick<Part, 'id'>, lease: string): Promise<void> {
  await db.run(sql`UPDATE uploads SET lease = NULL, lease_until = 0 WHERE id = ${id} AND lease = ${lease}`);
}

async function refuseLate(db: Database, { id, received }: Part) {
  const rows = await db.all(
    sql`SELECT 1 FROM uploads WHERE id = ${id} AND state = 'open' AND received = ${received} LIMIT 1`,
  );
  return fail(rows.length > 0 ? 'upload_locked' : 'upload_offset');
}
