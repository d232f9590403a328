import { SEARCH_MIN } from '../../../platform/config/constants.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import type { search as call, SearchResult, UnderstoodPart } from '../contract.ts';
import { foldForSearch } from '../../../platform/text/persian-text.ts';
import { ok, type Outcome } from '../../../platform/outcome.ts';
import { SEARCH_TYPES, type SearchType } from '../query/doc-id.ts';
import { buildCorrectedReadings, NO_READING, planQuery, type QueryPlan, type Reading } from '../query/query-plan.ts';
import { isOneTypoApart } from '../query/typo.ts';
import { canSoundLike } from '../query/vowels.ts';
import { findSuggestion } from '../query/suggestion.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { toCappedPageMeta, getCountLimit, toPageMeta } from '../../titles/server/page-meta.ts';
import { EXACT, queryHitCounts, queryHits, toPlainResults, toResults, type Hit, type Scope } from './hits.ts';
import { findWithoutNoise, loosen, type Loosened } from './loosen.ts';
import { ENOUGH, queryNearNames, queryNearWords } from './near-words.ts';
import { desc, sql } from 'drizzle-orm';
import { titles } from '../../titles/server/schema.ts';
import { findSimilar } from './similar.ts';
import { queryGenreNames, understand, type Understood } from './understand.ts';

const POPULAR = 12;

/** `maxAge` in years. */
async function findPopularTitles(db: Database, maxAge?: number): Promise<SearchResult[]> {
  return db
    .select({
      type: titles.kind,
      id: titles.id,
      slug: sql<string | null>`NULL`.as('slug'),
      name_fa: titles.nameFa,
      name_en: titles.nameEn,
      year: titles.year,
      iranian: titles.iranian,
      art: titles.art,
      art_en: titles.artEn,
    })
    .from(titles)
    .where(sql`kind <> 'episode'${maxAge === undefined ? sql`` : sql` AND age <= ${maxAge}`}`)
    .orderBy(desc(titles.views), desc(titles.id))
    .limit(POPULAR);
}

const RESULTS_PER_PAGE = 24;
const SOUNDS_PROBED = 8; // Matches by sound, of which one must have the typed vowels

interface SearchInput {
  query: string;
  type?: SearchType | undefined;
  maxAge?: number | undefined;
  literal: '0' | '1';
  page: number;
}

type PagedScope = Scope & { page: number };

interface SearchPage {
  data: SearchResult[];
  counts: Record<string, number>;
  suggestion: string | null;
  terms: string[];
  understood?: UnderstoodPart[];
  capped?: boolean;
}

const NOTHING: SearchPage = { data: [], counts: {}, suggestion: null, terms: [] };

/** A page of 24 results with counts per type; similar and popular names if there is none. */
export async function search(
  { db }: RequestContext,
  input: SearchInput,
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const plan = planQuery(input.query);
  const { capped = false, ...row } = plan && plan.letters >= SEARCH_MIN ? await find(db, plan, input) : NOTHING;
  const all = sum(row.counts);
  const similar = all === 0 && plan ? await findSimilar(db, plan, { maxAge: input.maxAge }) : [];
  const isNear = ({ type, id }: SearchResult) => similar.some((one) => one.type === type && one.id === id);
  const total = input.type === undefined ? all : (row.counts[input.type] ?? 0);
  return ok({
    understood: [],
    ...row,
    similar,
    popular: all === 0 ? (await findPopularTitles(db, input.maxAge)).filter((title) => !isNear(title)) : [],
    meta: (capped ? toCappedPageMeta : toPageMeta)(input.page, total, RESULTS_PER_PAGE),
  });
}

/** A sentence's titles; else, or without any, the typed words. */
async function find(db: Database, plan: QueryPlan, input: SearchInput): Promise<SearchPage> {
  const { query, type, maxAge, literal, page } = input;
  const scopeOfPage = { type, maxAge, page };
  if (literal === '1' || plan.typed.words.length < 2) return findCorrected(db, plan, scopeOfPage);
  const scope = { maxAge };
  const [typed, words, genres] = await db.batch([
    queryHits(db, [plan.typed], scope, { limit: ENOUGH }),
    queryNearWords(db, plan),
    queryGenreNames(db, plan),
  ]);
  const existing = words.map(({ word }) => word);
  const understood = await understand(db, { query, typed, existing, genres, scope });
  const sentence = understood && (await findUnderstood(db, plan, scopeOfPage, understood));
  if (sentence) return sentence;
  const bare = typed.length === 0 ? await findWithoutNoise(db, { query, genres, maxAge }) : null;
  const row = (bare && (await findNamed(db, scopeOfPage, bare))) ?? (await findCorrected(db, plan, scopeOfPage));
  if (sum(row.counts) > 0) return row;
  const loose = await loosen(db, { query, existing, genres, maxAge });
  return (loose && (await findNamed(db, scopeOfPage, loose))) ?? row;
}

async function findUnderstood(
  db: Database,
  plan: QueryPlan,
  scope: PagedScope,
  { parts, filter, plan: namePlan }: Understood,
): Promise<SearchPage | null> {
  if (namePlan) return findNamed(db, scope, { parts, filter, plan: namePlan });
  const limit = getCountLimit(scope.page, RESULTS_PER_PAGE);
  const [data, totals, any] = await db.batch([
    queryHits(db, [plan.typed], scope, { ...toWindow(scope), then: filter }),
    queryHitCounts(db, [plan.typed], scope, { filter, limit }),
    queryHits(db, [NO_READING], { maxAge: scope.maxAge }, { limit: 1, then: filter }),
  ]);
  if (any.length === 0) return null;
  return { ...foundBy([plan.typed], data, totals), data: toPlainResults(data), understood: parts, capped: true };
}

async function findNamed(
  db: Database,
  scope: PagedScope,
  { parts, filter, plan }: Loosened,
): Promise<SearchPage | null> {
  const row = await findCorrected(db, plan, { ...scope, filter });
  return sum(row.counts) === 0 ? null : { ...row, suggestion: null, understood: parts };
}

async function findCorrected(db: Database, plan: QueryPlan, scope: PagedScope): Promise<SearchPage> {
  const { sounds } = plan;
  const [data, totals, names, words, spoken] = await db.batch([
    ...queryPage(db, [plan.typed], scope),
    queryNearNames(db, plan, scope),
    queryNearWords(db, plan),
    queryHits(db, [sounds ?? NO_READING], scope, { limit: SOUNDS_PROBED }),
  ]);
  const typed = foundBy([plan.typed], data, totals);
  const total = sum(typed.counts);
  const existing = words.map(({ word }) => word);
  if (total >= ENOUGH) return { ...typed, suggestion: findCorrectedName(plan, data, names, existing) };
  const meant = buildCorrectedReadings(plan, existing, total > 0);
  const written = meant.filter((reading) => reading !== sounds);
  const query = async (added: readonly Reading[]): Promise<SearchPage> => {
    if (added.length === 0) return typed;
    const readings = [plan.typed, ...added];
    const row = foundBy(readings, ...(await db.batch(queryPage(db, readings, scope))));
    const [best] = row.data;
    return { ...row, suggestion: total === 0 && best ? findSuggestion(added, [best.name_fa, best.name_en]) : null };
  };
  if (written.length === meant.length) return query(meant);
  const writtenHits = await queryHits(db, [plan.typed, ...written], scope, { limit: SOUNDS_PROBED });
  const isWritten = (hit: Hit) => writtenHits.some(({ type, id }) => type === hit.type && id === hit.id);
  const isLike = (hit: Hit) => canSoundLike(plan.typed.words.flat(), [hit.name_fa, hit.name_en]);
  return query(writtenHits.length > 0 && !spoken.some((hit) => isLike(hit) && !isWritten(hit)) ? written : meant);
}

/** A name with one letter more than a query that is itself no word of a name. */
function findCorrectedName(plan: QueryPlan, data: readonly Hit[], names: readonly Hit[], existing: readonly string[]) {
  const [name] = names;
  if (!name || plan.onlyWord === null || existing.includes(plan.onlyWord) || data[0]?.tier === EXACT) return null;
  return [name.name_fa, name.name_en].find((text) => isOneTypoApart(foldForSearch(text), plan.onlyWord ?? '')) ?? null;
}

function queryPage(db: Database, readings: readonly Reading[], scope: PagedScope) {
  return [queryHits(db, readings, scope, toWindow(scope)), queryHitCounts(db, readings, scope)] as const;
}

function toWindow({ page }: PagedScope) {
  return { limit: RESULTS_PER_PAGE, offset: (page - 1) * RESULTS_PER_PAGE };
}

function foundBy(
  readings: readonly Reading[],
  data: readonly Hit[],
  totals: readonly { type: number; total: number }[],
): SearchPage {
  const [typed] = readings;
  const counts = Object.fromEntries(totals.map(({ type, total }) => [SEARCH_TYPES[type] ?? '', total]));
  return {
    data: typed ? toResults(data, typed) : [],
    counts,
    suggestion: null,
    terms: [...new Set(readings.flatMap(({ words }) => words.flat()))],
  };
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
