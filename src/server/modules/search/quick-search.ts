import { QUICK_SEARCH_MIN } from '../../../config/constants.ts';
import type { quickSearch as call } from '../../../contract/search.ts';
import type { Output } from '../../../contract/call.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { ok, type Outcome } from '../../../domain/outcome.ts';
import { searchQuery } from '../../../domain/search-query.ts';
import type { RequestContext } from '../../lib/context.ts';
import { matching } from './search-docs.ts';

const SUGGESTIONS = 8;

/** Suggestions while typing (spec 7.11, 9.10): nothing below three letters, whatever else is typed. */
export async function quickSearch(
  { db }: RequestContext,
  { query, maxAge }: { query: string; maxAge?: number | undefined },
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const wanted = searchQuery(query);
  if (!wanted || wanted.letters < QUICK_SEARCH_MIN) return ok({ data: [] });
  return ok({ data: await matching(db, wanted, { maxAge, limit: SUGGESTIONS }) });
}
