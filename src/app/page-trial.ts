import type { Trial } from '../features/site/contract.ts';
import { limitValidUntil } from '../platform/http/cache/mark-valid-until.ts';
import { isHtml } from '../platform/http/pages/is-html.ts';

export const NO_TRIAL: Trial = { days: 0, until: null };

/** A stored page ends at the second at which the next rule of the trial begins. */
export async function limitToTrial(
  { headers }: Pick<Response, 'headers'>,
  loadTrial: () => Promise<Trial>,
): Promise<void> {
  if (!isHtml(headers)) return;
  const { until } = await loadTrial();
  if (until !== null) limitValidUntil(headers, until);
}
