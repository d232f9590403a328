import { QUICK_SEARCH_MIN } from '../../../platform/config/constants.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import type { quickSearch as call, SearchResult } from '../contract.ts';
import { ok, type Outcome } from '../../../platform/outcome.ts';
import { buildCorrectedReadings, planQuery, type QueryPlan } from '../query/query-plan.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { dropUnlike, EXACT, queryHits, toPlainResults, toResults, type Hit, type Scope } from './hits.ts';
import { findWithoutNoise, loosen } from './loosen.ts';
import { ENOUGH, queryNearNames, queryNearWords } from './near-words.ts';
import { queryGenreNames, understand } from './understand.ts';

const SUGGESTIONS = 8;
const WINDOW = { limit: SUGGESTIONS };
const BEFORE_NAMES = 2; // Matches before names with one letter more

/** Suggestions while typing (spec 7.11, 9.10): none below three letters. */
export async function quickSearch(
  { db }: RequestContext,
  { query, maxAge }: { query: string; maxAge?: number | undefined },
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const plan = planQuery(query);
  if (!plan || plan.letters < QUICK_SEARCH_MIN) return ok({ data: [] });
  const scope = { maxAge };
  const [typed, names, words, genres] = await db.batch([...queryTyped(db, plan, scope), queryGenreNames(db, plan)]);
  const existing = words.map(({ word }) => word);
  const understood = await understand(db, { query, typed, existing, genres, scope });
  const filtered = understood && (await findFiltered(db, plan, scope, understood));
  if (filtered) return ok({ data: filtered });
  const bare = typed.length === 0 ? await findWithoutNoise(db, { query, genres, maxAge }) : null;
  if (bare) return ok({ data: await findNamed(db, bare.plan, { maxAge, filter: bare.filter }) });
  const corrected = await findCorrected(db, plan, scope, { typed, names, existing });
  if (corrected.length > 0) return ok({ data: corrected });
  const loose = await loosen(db, { query, existing, genres, maxAge });
  return ok({ data: loose ? await findNamed(db, loose.plan, { maxAge, filter: loose.filter }) : [] });
}

interface Typed {
  typed: readonly Hit[];
  names: readonly Hit[];
  existing: readonly string[];
}

function queryTyped(db: Database, plan: QueryPlan, scope: Scope) {
  return [
    queryHits(db, [plan.typed], scope, WINDOW),
    queryNearNames(db, plan, scope),
    queryNearWords(db, plan),
  ] as const;
}

async function findFiltered(
  db: Database,
  plan: QueryPlan,
  scope: Scope,
  { filter, plan: namePlan }: NonNullable<Awaited<ReturnType<typeof understand>>>,
): Promise<SearchResult[] | null> {
  if (namePlan) {
    const results = await findNamed(db, namePlan, { ...scope, filter });
    return results.length === 0 ? null : results;
  }
  const all = await queryHits(db, [plan.typed], scope, { ...WINDOW, then: filter });
  return all.some(({ tier }) => tier >= plan.typed.tiers.length) ? toPlainResults(all) : null;
}

async function findNamed(db: Database, plan: QueryPlan, scope: Scope): Promise<SearchResult[]> {
  const [typed, names, words] = await db.batch(queryTyped(db, plan, scope));
  return findCorrected(db, plan, scope, { typed, names, existing: words.map(({ word }) => word) });
}

async function findCorrected(
  db: Database,
  plan: QueryPlan,
  scope: Scope,
  { typed, names, existing }: Typed,
): Promise<SearchResult[]> {
  if (typed[0]?.tier === EXACT) return toResults(typed, plan.typed);
  if (typed.length >= ENOUGH) return insertNames(toResults(typed, plan.typed), names);
  const meant = buildCorrectedReadings(plan, existing, typed.length > 0);
  const readings = [plan.typed, ...meant];
  const all = meant.length === 0 ? typed : dropUnlike(await queryHits(db, readings, scope, WINDOW), readings, plan);
  return insertNames(toResults(all, plan.typed), names);
}

/** After the second match, so that one such name is among the first three. */
function insertNames(results: readonly SearchResult[], names: readonly Hit[]): SearchResult[] {
  const isNew = ({ type, id }: SearchResult) => !names.some((name) => name.type === type && name.id === id);
  const first = results.slice(0, BEFORE_NAMES);
  const added = names.filter(({ type, id }) => !first.some((result) => result.type === type && result.id === id));
  const near = added.map(({ tier: _tier, ...name }) => (results.length === 0 ? name : { ...name, near: true }));
  return [...first, ...near, ...results.slice(BEFORE_NAMES).filter(isNew)].slice(0, SUGGESTIONS);
}
