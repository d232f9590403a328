import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { buildRenewalOrder, getRenewalTime } from '../../direct-debit/server/renewal-plan.ts';
import { sumLines } from '../../payments/pricing.ts';

/** The sum in toman with VAT, and from when on it is collected, epoch seconds; null without a running subscription. */
export async function findNextRenewal(
  { db, now }: Pick<RequestContext, 'db' | 'now'>,
  id: number,
  account: { subscribedUntil: number; pausedUntil: number },
): Promise<{ at: number; toman: number } | null> {
  if (account.subscribedUntil <= now) return null;
  const at = getRenewalTime(account, now);
  const order = await buildRenewalOrder(db, id, at);
  return order === null ? null : { at, toman: sumLines(order.lines).total };
}
