import type { Correction } from '../../payments/server/refunds/correction.ts';
import type { GiftBatchPreview } from '../gift-batches-contract.ts';
import type { Change } from '../../staff/server/trail.ts';

/** Acts with money, for the trail. */
export function describeMove({ from, to, toman }: Pick<Correction, 'from' | 'to' | 'toman'>, reason: string): Change {
  return { after: { from, to, toman, reason } };
}

export function describeBatch(
  { plan_id, count, toman }: Pick<GiftBatchPreview, 'plan_id' | 'count' | 'toman'>,
  reason: string,
): Change {
  return { after: { plan_id, count, toman, reason } };
}
