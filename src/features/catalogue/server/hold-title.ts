import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { holdTitle as call } from '../lease-contract.ts';
import { LEASE_SECONDS } from '../lease-contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Input, Output } from '../../../platform/http/calls/call.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';

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
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const isOver = sql`renewed_at <= ${now - LEASE_SECONDS}`;
  const write =
    act === 'leave'
      ? sql`DELETE FROM title_leases WHERE title_id = ${id} AND tab = ${tab} AND operator = ${operator}`
      : sql`INSERT INTO title_leases (title_id, tab, operator, began_at, renewed_at)
          SELECT id, ${tab}, ${operator}, ${now}, ${now} FROM all_titles WHERE id = ${id}
          ON CONFLICT (title_id) DO UPDATE SET tab = excluded.tab, operator = excluded.operator,
            renewed_at = excluded.renewed_at, began_at = iif(tab = excluded.tab AND NOT ${isOver}, began_at, excluded.began_at)
          WHERE (tab = excluded.tab AND operator = excluded.operator) OR ${isOver} OR ${act} = 'take'`;
  const results = await retryWrite(() =>
    batch(db, [
      write,
      sql`SELECT l.operator, l.began_at, coalesce(l.tab = ${tab} AND l.operator = ${operator}, 0) AS is_own
        FROM all_titles t LEFT JOIN title_leases l ON l.title_id = t.id AND NOT ${isOver} WHERE t.id = ${id}`,
    ]),
  );
  const [row] = results[1] ?? [];
  return row === undefined ? fail('title_not_found') : ok({ data: v.parse(lease, row) });
}
