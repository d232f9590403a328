import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import type * as calls from '../codes-contract.ts';
import type { CodeLimits, DiscountCode } from '../codes-contract.ts';
import { MAX_AHEAD_SECONDS } from '../price-dates.ts';
import { rows, selectCode } from './codes.ts';

const LIMITS = ['ends_at', 'max_uses', 'uses_per_user'] as const;
const mostRows = v.tuple([v.object({ most: v.number() })]);

/** Never below the uses that are settled or reserved. Errors: `discount_code_unknown`, `discount_code_changed`, those of the
 * dates, `discount_uses_order`, `discount_uses_below`. */
export const changeDiscountCode: OperatorService<typeof calls.changeDiscountCode> = async (
  { db, now },
  { code, seen, reason, rehearse, ...limits },
  _operator,
  record,
) => {
  const { ends_at: ends, max_uses: all, uses_per_user: each } = limits;
  const byUser = sql`(SELECT coalesce(max(n), 0) FROM (SELECT count(*) AS n FROM discount_uses WHERE code = ${code} GROUP BY user_id))`;
  const read = await db.all(selectCode(code, now));
  const [current] = v.parse(rows, read);
  if (!current) return fail('discount_code_unknown');
  const mostOfUser = async () => v.parse(mostRows, await db.all(sql`SELECT ${byUser} AS most`))[0].most;
  if (hasSameLimits(current, limits)) return ok({ data: current });
  const checked = checkLimits(limits, current, await mostOfUser(), now);
  if (!checked.ok) return checked;
  if (!hasSameLimits(current, seen)) return fail('discount_code_changed');
  if (rehearse) return ok({ data: { ...current, ...limits, state: current.starts_at > now ? 'planned' : 'open' } });
  const [before = [], , after = []] = await retryWrite(() =>
    batch(db, [
      selectCode(code, now),
      sql`UPDATE discount_codes SET ends_at = ${ends}, max_uses = ${all}, uses_per_user = ${each}
        WHERE code = ${code} AND ends_at = ${seen.ends_at} AND max_uses = ${seen.max_uses}
          AND uses_per_user = ${seen.uses_per_user} AND ${each} >= ${byUser}
          AND ${all} >= (SELECT count(*) FROM discount_uses WHERE code = ${code})`,
      selectCode(code, now),
    ]),
  );
  const [[was], [is]] = [v.parse(rows, before), v.parse(rows, after)];
  if (!was || !is) return fail('discount_code_unknown');
  if (!hasSameLimits(is, limits)) {
    const late = hasSameLimits(is, seen) ? checkLimits(limits, is, await mostOfUser(), now) : null;
    return late?.ok === false ? late : fail('discount_code_changed');
  }
  if (!hasSameLimits(was, is)) record({ before: seen, after: { ...limits, reason } });
  return ok({ data: is });
};

const hasSameLimits = (one: CodeLimits, other: CodeLimits) => LIMITS.every((name) => one[name] === other[name]);

function checkLimits(
  { ends_at: ends, max_uses: all, uses_per_user: each }: CodeLimits,
  { starts_at: starts, uses }: DiscountCode,
  mostOfUser: number,
  now: number,
): Outcome<null, ErrorCode> {
  if (ends <= now) return fail('starts_past', { fields: { ends_at: 'starts_past' } });
  if (ends <= starts || ends > now + MAX_AHEAD_SECONDS)
    return fail('discount_dates', { fields: { ends_at: 'discount_dates' } });
  if (each > all) return fail('discount_uses_order', { fields: { uses_per_user: 'discount_uses_order' } });
  if (all < uses) return fail('discount_uses_below', { fields: { max_uses: 'discount_uses_below' } });
  if (each < mostOfUser) return fail('discount_uses_below', { fields: { uses_per_user: 'discount_uses_below' } });
  return ok(null);
}
