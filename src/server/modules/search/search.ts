import { and, desc, sql } from 'drizzle-orm';
import { SEARCH_MIN } from '../../../config/constants.ts';
import type { search as call, SearchResult } from '../../../contract/search.ts';
import type { Output } from '../../../contract/call.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { ok, type Outcome } from '../../../domain/outcome.ts';
import { searchQuery, type SearchQuery } from '../../../domain/search-query.ts';
import type { Database } from '../../db/client.ts';
import { titles } from '../../db/schema.ts';
import type { RequestContext } from '../../lib/context.ts';
import { withinAge } from '../catalogue/filters.ts';
import { matchCounts, matching } from './search-docs.ts';

const RESULTS_PER_PAGE = 24;
/** Titles offered where nothing is found. */
const POPULAR = 12;

interface SearchInput {
  query: string;
  type?: 'movie' | 'series' | 'video' | 'person' | undefined;
  /** The viewer's ceiling in years. */
  maxAge?: number | undefined;
  page: number;
}

/** A page of 24 results, with how many there are of each type; popular titles where there is none. */
export async function search(
  { db }: RequestContext,
  input: SearchInput,
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const wanted = searchQuery(input.query);
  const found = wanted && wanted.letters >= SEARCH_MIN ? await find(db, wanted, input) : { data: [], counts: {} };
  const counts: Record<string, number> = found.counts;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const total = input.type === undefined ? all : (counts[input.type] ?? 0);
  return ok({
    data: found.data,
    counts,
    popular: all === 0 ? await popular(db, input.maxAge) : [],
    meta: { page: input.page, pages: Math.max(1, Math.ceil(total / RESULTS_PER_PAGE)), total },
  });
}

async function find(db: Database, wanted: SearchQuery, { type, page, maxAge }: SearchInput) {
  const offset = (page - 1) * RESULTS_PER_PAGE;
  const [rows, counts] = await db.batch([
    matching(db, wanted, { type, maxAge, limit: RESULTS_PER_PAGE, offset }),
    matchCounts(db, wanted, maxAge),
  ]);
  return { data: rows, counts: Object.fromEntries(counts.map((row) => [row.type, row.total])) };
}

async function popular(db: Database, maxAge: number | undefined): Promise<SearchResult[]> {
  return db
    .select({
      type: titles.kind,
      id: titles.id,
      name_fa: titles.nameFa,
      name_en: titles.nameEn,
      year: titles.year,
      iranian: titles.iranian,
      art: titles.art,
    })
    .from(titles)
    .where(and(sql`kind <> 'episode'`, ...withinAge(maxAge)))
    .orderBy(desc(titles.views), desc(titles.id))
    .limit(POPULAR);
}
