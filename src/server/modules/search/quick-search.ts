import { QUICK_SEARCH_MIN } from '../../../config/constants.ts';
import type { Output } from '../../../contract/call.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { quickSearch as call } from '../../../contract/search.ts';
import { ok, type Outcome } from '../../../domain/outcome.ts';
import { meantReadings, planQuery } from '../../../domain/search/query-plan.ts';
import type { RequestContext } from '../../lib/context.ts';
import { EXACT, hits, shown } from './hits.ts';
import { ENOUGH, nearWords } from './near-words.ts';

const SUGGESTIONS = 8;

/** Suggestions while typing (spec 7.11, 9.10): nothing below three letters, whatever else is typed. */
export async function quickSearch(
  { db }: RequestContext,
  { query, maxAge }: { query: string; maxAge?: number | undefined },
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const plan = planQuery(query);
  if (!plan || plan.letters < QUICK_SEARCH_MIN) return ok({ data: [] });
  const window = { limit: SUGGESTIONS };
  const [found, words] = await db.batch([hits(db, [plan.typed], { maxAge }, window), nearWords(db, plan)]);
  if (found.length >= ENOUGH || found[0]?.tier === EXACT) return ok({ data: found.map(shown) });
  const meant = meantReadings(
    plan,
    words.map(({ word }) => word),
  );
  const all = meant.length === 0 ? found : await hits(db, [plan.typed, ...meant], { maxAge }, window);
  return ok({ data: all.map(shown) });
}
