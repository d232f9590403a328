import { sql } from 'drizzle-orm';
import type { UnderstoodPart } from '../contract.ts';
import { convertLayouts } from '../query/keyboard.ts';
import { readLooseQuery, type LooseQuery, type NamePart } from '../query/loosen.ts';
import {
  buildCorrectedReadings,
  matchExactName,
  NO_READING,
  planQuery,
  type QueryPlan,
  withExactNames,
} from '../query/query-plan.ts';
import type { GenreName } from '../query/sentence-words.ts';
import type { Database } from '../../../platform/db/client.ts';
import { buildScopeCondition, EXACT, queryHits, type Hit, type Scope } from './hits.ts';
import type { TitleFilter } from './title-filter.ts';

const FIRST_HIT = { limit: 1 };
const PEOPLE_MAX = 3; // Of each split
/** Beginnings and words of a part cost more than its exact name. */
const PARTS_MAX = 30;
/** Weights of a part's letters by how it matches. */
const [EXACT_WEIGHT, BEGINS_WEIGHT, WORDS_WEIGHT] = [3, 1.5, 1];
const NOISE_LAST = 10_000;
const YEARS_OFF = 1;

/** A name within a query, and what the words around it say. */
export interface Loosened {
  parts: UnderstoodPart[];
  filter: TitleFilter | undefined;
  plan: QueryPlan;
}

interface LooseInput {
  query: string;
  existing: readonly string[];
  genres: readonly GenreName[];
  maxAge?: number | undefined; // Years
}

/**
 * For a query without results: words that name no title do not veto it. The first that matches: the words without noise,
 * a title beside a person of its credits, the words corrected, the longest part that is a name (issue 33, section 3).
 */
export async function loosen(db: Database, input: LooseInput): Promise<Loosened | null> {
  const [typed, ...layouts] = [input.query, ...convertLayouts(input.query)].map((text) =>
    readLooseQuery(text, input.genres),
  );
  // Noise in the other layout shows that it is meant.
  const meant = layouts.filter((loose) => loose?.hasNoise);
  for (const loose of typed?.hasNoise ? [typed, ...meant] : [...meant, typed]) {
    const result = loose && (await findName(db, loose, input));
    if (result) return result;
  }
  return null;
}

async function findName(db: Database, loose: LooseQuery, { existing, maxAge }: LooseInput): Promise<Loosened | null> {
  const scope = { maxAge };
  const probes = listProbes(loose);
  const people = loose.splits.map(({ person }) => planQuery(person.text));
  const [part, ...hits] = await db.batch([
    queryPart(db, loose, scope),
    ...probes.map(({ plan, filter }) => queryHits(db, [plan.typed], { ...scope, filter }, FIRST_HIT)),
    ...people.map((plan) =>
      queryHits(db, plan ? toReadings(plan) : [NO_READING], { ...scope, type: 'person' }, { limit: PEOPLE_MAX }),
    ),
  ]);
  const probe =
    probes.find((_, at) => hits[at]?.[0]?.tier === EXACT) ?? probes.find((_, at) => hits[at]?.[0] !== undefined);
  if (probe) return probe;
  return (
    (await findSplit(db, loose, hits.slice(probes.length), scope)) ??
    (await findCorrected(db, probes, existing, scope)) ??
    toPartResult(loose, part[0]?.at)
  );
}

/** Each candidate within what the query says of type and year, then without. */
function listProbes(loose: LooseQuery): Loosened[] {
  return loose.candidates.flatMap((candidate) => {
    const plan = planQuery(candidate.text);
    if (!plan) return [];
    const plans = candidate.spans.length > 0 ? [withExactNames(plan, candidate.spans), plan] : [plan];
    const type = loose.type !== null && !overlaps(candidate.at, loose.typeAt);
    const years = loose.years !== null && !overlaps(candidate.at, loose.years.at);
    const hints = [
      ...(type && years ? [{ type, years }] : []),
      ...(years ? [{ type: false, years }] : []),
      ...(type ? [{ type, years: false }] : []),
      { type: false, years: false },
    ];
    return plans.flatMap((one) => hints.map((hint) => ({ ...applyHints(loose, candidate, hint), plan: one })));
  });
}

function applyHints(loose: LooseQuery, name: NamePart, hint: { type: boolean; years: boolean }) {
  const type = hint.type ? loose.type : null;
  const years = hint.years ? loose.years : null;
  const [from, to] = [(years?.years.from ?? 0) - YEARS_OFF, (years?.years.to ?? 0) + YEARS_OFF];
  const hints: LoosePart[] = [
    ...(type ? [{ part: 'type' as const, type, at: loose.typeAt }] : []),
    ...(years ? [{ part: 'years' as const, from, to, jalali: years.years.jalali, at: years.at }] : []),
  ];
  const filter: TitleFilter = {
    ...(type && { type }),
    ...{ genres: [], people: [], from: years && from, to: years && to },
  };
  return { parts: toParts(loose, [...hints, toText(name)]), filter: hints.length > 0 ? filter : undefined };
}

/** `at`: positions of its words. */
type LoosePart = { at: readonly number[] } & (UnderstoodPart extends infer Part
  ? Part extends UnderstoodPart
    ? Omit<Part, 'without'>
    : never
  : never);

function toText({ text, at }: NamePart): LoosePart {
  return { part: 'text', text, at };
}

/** Without a part, the words of the others are left, and no noise. */
function toParts(loose: LooseQuery, parts: readonly LoosePart[]): UnderstoodPart[] {
  return parts.map(({ at: _at, ...part }, index) => ({
    ...part,
    without: loose.join(parts.flatMap(({ at }, place) => (place === index ? [] : at)).toSorted((a, b) => a - b)),
  }));
}

/** A title with a credit of the person beside it. */
async function findSplit(
  db: Database,
  loose: LooseQuery,
  people: readonly (readonly Hit[])[],
  scope: Scope,
): Promise<Loosened | null> {
  const pairs = loose.splits.flatMap(({ title, person }, at) => {
    const plan = planQuery(title.text);
    return plan ? (people[at] ?? []).map((hit) => ({ title, person, hit, plan })) : [];
  });
  const [first, ...rest] = pairs.map(({ plan, hit }) =>
    queryHits(db, toReadings(plan), { ...scope, filter: toPersonFilter(hit) }, FIRST_HIT),
  );
  if (!first) return null;
  const titles = await db.batch([first, ...rest]);
  const tiers = titles.map(([hit]) => hit?.tier ?? Infinity);
  const best = tiers.indexOf(Math.min(...tiers));
  const pair = tiers[best] === Infinity ? undefined : pairs[best];
  if (!pair) return null;
  const { id, name_fa, name_en } = pair.hit;
  const person = { part: 'person' as const, id, name_fa, name_en, at: pair.person.at };
  return { parts: toParts(loose, [person, toText(pair.title)]), filter: toPersonFilter(pair.hit), plan: pair.plan };
}

function toPersonFilter({ id }: Hit): TitleFilter {
  return { genres: [], people: [id], from: null, to: null };
}

async function findCorrected(
  db: Database,
  probes: readonly Loosened[],
  existing: readonly string[],
  scope: Scope,
): Promise<Loosened | null> {
  const corrected = probes
    .map((probe) => ({ probe, readings: buildCorrectedReadings(probe.plan, existing) }))
    .filter(({ readings }) => readings.length > 0);
  const [first, ...rest] = corrected.map(({ probe, readings }) =>
    queryHits(db, readings, { ...scope, filter: probe.filter }, FIRST_HIT),
  );
  if (!first) return null;
  const hits = await db.batch([first, ...rest]);
  return corrected[hits.findIndex(({ length }) => length > 0)]?.probe ?? null;
}

/** The first expression with a match. FTS5 stops at the first row of each. */
function queryPart(db: Database, loose: LooseQuery, scope: Scope) {
  const expressions = listPartExpressions(loose);
  const hit = sql`(SELECT rowid FROM search_index
    WHERE search_index MATCH parts.value ->> '$[1]'${buildScopeCondition(scope)} ORDER BY rowid LIMIT 1)`;
  return db
    .select({ at: sql<number>`parts.value ->> '$[0]'`.as('at') })
    .from(sql`json_each(${JSON.stringify(expressions)}) parts`)
    .where(sql`${hit} IS NOT NULL`)
    .limit(1);
}

/** The parts' positions with their FTS5 expressions, the best first. */
function listPartExpressions({ parts }: LooseQuery): [number, string][] {
  const exact = parts.map(({ whole }, at) => ({
    at,
    score: whole.length * EXACT_WEIGHT,
    match: matchExactName(whole),
  }));
  const others = parts.slice(0, PARTS_MAX).flatMap(({ text, whole, isNoise }, at) => {
    if (isNoise) return [];
    const plan = planQuery(text);
    const [, begins = '', words = ''] = plan?.typed.tiers ?? [];
    return [
      { at, score: whole.length * BEGINS_WEIGHT, match: begins },
      { at, score: whole.length * WORDS_WEIGHT, match: words },
      ...(plan?.sounds ? [{ at, score: whole.length * WORDS_WEIGHT, match: plan.sounds.tiers[0] ?? '' }] : []),
    ];
  });
  return [...exact, ...others]
    .filter(({ match }) => match !== '')
    .map((part) => (parts[part.at]?.isNoise ? { ...part, score: part.score - NOISE_LAST } : part))
    .toSorted((a, b) => b.score - a.score)
    .map(({ at, match }) => [at, match]);
}

function toPartResult(loose: LooseQuery, at: number | undefined): Loosened | null {
  const part = at === undefined ? undefined : loose.parts[at];
  const plan = part && planQuery(part.text);
  return plan ? { parts: toParts(loose, [toText(part)]), filter: undefined, plan } : null;
}

function toReadings({ typed, sounds }: QueryPlan) {
  return sounds ? [typed, sounds] : [typed];
}

function overlaps(a: readonly number[], b: readonly number[]): boolean {
  return a.some((place) => b.includes(place));
}
