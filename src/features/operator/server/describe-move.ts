import type { Correction } from '../../payments/server/refunds/correction.ts';
import type { Change } from '../../staff/server/trail.ts';

/** For the trail. */
export function describeMove({ from, to, toman }: Pick<Correction, 'from' | 'to' | 'toman'>, reason: string): Change {
  return { after: { from, to, toman, reason } };
}
