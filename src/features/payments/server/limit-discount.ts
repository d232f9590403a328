import type { ErrorCode } from '../../../platform/http/errors.ts';
import { fail, type Outcome } from '../../../platform/outcome.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { returnBudget, takeBudget } from '../../../platform/http/rate-limit.ts';

/**
 * What `resolve` answers for a request that names a discount code. Only `discount_invalid` is paid for, by user and
 * network: it is taken before the code is looked up, so that guesses at the same moment cannot pass together, and given
 * back otherwise. `too_many_requests` where the budget is spent, for a right code too.
 */
export async function limitDiscountGuesses<T>(
  context: RequestContext,
  code: string,
  resolve: () => Promise<Outcome<T, ErrorCode>>,
): Promise<Outcome<T, ErrorCode>> {
  if (code === '') return resolve();
  const subject = context.user === null ? null : `user:${String(context.user.id)}`;
  const taken = await takeBudget(context, [{ limit: 'discount', subject }]);
  if (!taken.ok) {
    const { retryAfter = 1 } = taken;
    return fail('too_many_requests', { fields: { discount_code: 'too_many_requests' }, retryAfter });
  }
  const resolved = await resolve();
  if (resolved.ok || resolved.code !== 'discount_invalid') await returnBudget(context, taken.value);
  return resolved;
}
