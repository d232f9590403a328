import { SEARCH_MIN } from '../../../config/constants.ts';
import type { Output } from '../../../contract/call.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { search as call, SearchResult } from '../../../contract/search.ts';
import { ok, type Outcome } from '../../../domain/outcome.ts';
import { SEARCH_TYPES, type SearchType } from '../../../domain/search/doc-id.ts';
import { meantReadings, planQuery, type QueryPlan, type Reading } from '../../../domain/search/query-plan.ts';
import { suggestionOf } from '../../../domain/search/suggestion.ts';
import type { Database } from '../../db/client.ts';
import type { RequestContext } from '../../lib/context.ts';
import { pageMeta } from '../catalogue/page-meta.ts';
import { hitCounts, hits, shown } from './hits.ts';
import { ENOUGH, nearWords } from './near-words.ts';
import { popularTitles } from './popular.ts';

const RESULTS_PER_PAGE = 24;

interface SearchInput {
  query: string;
  type?: SearchType | undefined;
  maxAge?: number | undefined;
  page: number;
}

interface Found {
  data: SearchResult[];
  counts: Record<string, number>;
  suggestion: string | null;
  terms: string[];
}

const NOTHING: Found = { data: [], counts: {}, suggestion: null, terms: [] };

/** A page of 24 results, with how many there are of each type; popular titles where there is none. */
export async function search(
  { db }: RequestContext,
  input: SearchInput,
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const plan = planQuery(input.query);
  const found = plan && plan.letters >= SEARCH_MIN ? await find(db, plan, input) : NOTHING;
  const all = sum(found.counts);
  const total = input.type === undefined ? all : (found.counts[input.type] ?? 0);
  return ok({
    ...found,
    popular: all === 0 ? await popularTitles(db, input.maxAge) : [],
    meta: pageMeta(input.page, total, RESULTS_PER_PAGE),
  });
}

/** What was typed; where that is hardly found, what it may have been meant for as well. */
async function find(db: Database, plan: QueryPlan, input: SearchInput): Promise<Found> {
  const [data, totals, words] = await db.batch([...pageOf(db, [plan.typed], input), nearWords(db, plan)]);
  const typed = foundBy([plan.typed], data, totals);
  const total = sum(typed.counts);
  if (total >= ENOUGH) return typed;
  const meant = meantReadings(
    plan,
    words.map(({ word }) => word),
  );
  if (meant.length === 0) return typed;
  const readings = [plan.typed, ...meant];
  const found = foundBy(readings, ...(await db.batch(pageOf(db, readings, input))));
  const [best] = found.data;
  return { ...found, suggestion: total === 0 && best ? suggestionOf(meant, [best.name_fa, best.name_en]) : null };
}

/** The questions for a page of results and for how many there are of each type. */
function pageOf(db: Database, readings: readonly Reading[], input: SearchInput) {
  const window = { limit: RESULTS_PER_PAGE, offset: (input.page - 1) * RESULTS_PER_PAGE };
  return [hits(db, readings, input, window), hitCounts(db, readings, input)] as const;
}

function foundBy(
  readings: readonly Reading[],
  data: readonly (SearchResult & { tier: number })[],
  totals: readonly { type: number; total: number }[],
): Found {
  const counts = Object.fromEntries(totals.map(({ type, total }) => [SEARCH_TYPES[type] ?? '', total]));
  return {
    data: data.map(shown),
    counts,
    suggestion: null,
    terms: [...new Set(readings.flatMap(({ words }) => words.flat()))],
  };
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
