import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { holdTitle as call } from '../lease-contract.ts';
import { LEASE_SECONDS } from '../lease-contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Input, Output } from '../../../platform/http/calls/call.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { Trail } from '../../staff/server/serve-operator.ts';

const lease = v.object({
  ...{ operator: v.nullable(v.string()), began_at: v.nullable(v.number()) },
  is_own: v.pipe(
    v.number(),
    v.transform((value) => value === 1),
  ),
});

/** The first tab has the title until its lease ends without a renewal, it leaves, or another one takes the title over. */
export async function holdTitle(
  { db, now }: RequestContext,
  { id, tab, act = 'renew' }: Input<typeof call>,
  operator: string,
  { begin, record }: Trail,
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const isOver = sql`renewed_at <= ${now - LEASE_SECONDS}`;
  const isOwn = sql`tab = ${tab} AND operator = ${operator}`;
  const write = async (statement: SQL) => {
    const results = await retryWrite(() =>
      batch(db, [
        statement,
        sql`SELECT l.operator, l.began_at, coalesce(l.tab = ${tab} AND l.operator = ${operator}, 0) AS is_own
          FROM all_titles t LEFT JOIN title_leases l ON l.title_id = t.id AND NOT ${isOver} WHERE t.id = ${id}`,
      ]),
    );
    return v.parse(v.array(lease), results[1] ?? [])[0];
  };
  const before = await write(
    act === 'leave'
      ? sql`DELETE FROM title_leases WHERE title_id = ${id} AND ${isOwn}`
      : sql`UPDATE title_leases SET renewed_at = ${now} WHERE title_id = ${id} AND ${isOwn} AND NOT ${isOver}`,
  );
  if (before === undefined) return fail('title_not_found');
  const isRenewal = before.is_own || (act === 'renew' && before.operator !== null);
  if (act === 'leave' || isRenewal) return ok({ data: before });
  await begin();
  const after = await write(sql`INSERT INTO title_leases (title_id, tab, operator, began_at, renewed_at)
      VALUES (${id}, ${tab}, ${operator}, ${now}, ${now})
      ON CONFLICT (title_id) DO UPDATE SET tab = excluded.tab, operator = excluded.operator,
        renewed_at = excluded.renewed_at, began_at = excluded.began_at WHERE ${isOver} OR ${act} = 'take'`);
  record({ before: { operator: before.operator }, after: { operator: after?.operator ?? null } });
  return after === undefined ? fail('title_not_found') : ok({ data: after });
}
