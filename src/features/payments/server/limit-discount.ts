import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, type Outcome } from '../../../platform/outcome.ts';
import { isDiscountError } from '../discount-error.ts';
import { returnBudget, takeBudget, type LimitContext } from '../../../platform/http/limits/rate-limit.ts';

/** Charges the budget before the lookup, so that parallel guesses cannot pass; only a refused code costs it. */
export async function limitDiscountGuesses<T>(
  context: LimitContext & { userId: number | null },
  code: string,
  resolve: () => Promise<Outcome<T, ErrorCode>>,
): Promise<Outcome<T, ErrorCode>> {
  if (code === '') return resolve();
  const subject = context.userId === null ? null : `user:${String(context.userId)}`;
  const budget = await takeBudget(context, [{ limit: 'discount', subject }]);
  if (!budget.ok) {
    const { retryAfter = 1 } = budget;
    return fail('too_many_requests', { fields: { discount_code: 'too_many_requests' }, retryAfter });
  }
  const resolved = await resolve();
  if (resolved.ok || !isDiscountError(resolved.code)) await returnBudget(context, budget.value);
  return resolved;
}
