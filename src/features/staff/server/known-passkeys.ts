import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { TRANSPORTS } from '../passkeys-contract.ts';

const row = v.object({
  id: v.string(),
  transports: v.pipe(v.string(), v.parseJson(), v.array(v.picklist(TRANSPORTS))),
});

/** For the browser: which credentials there are, also those that no longer open. */
export async function findKnownPasskeys({ db }: RequestContext, memberId: number) {
  const rows = await db.all(
    sql`SELECT credential_id AS id, transports FROM staff_passkeys WHERE staff_id = ${memberId} ORDER BY id`,
  );
  return v.parse(v.array(row), rows);
}
