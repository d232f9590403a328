import { sql } from 'drizzle-orm';
import type { UnderstoodPart } from '../contract.ts';
import { convertLayouts } from '../query/keyboard.ts';
import { readLooseQuery, type LooseQuery, type NamePart } from '../query/loosen.ts';
import {
  buildCorrectedReadings,
  matchPart,
  NO_READING,
  planQuery,
  type QueryPlan,
  withExactNames,
} from '../query/query-plan.ts';
import type { GenreName } from '../query/sentence-words.ts';
import type { Database } from '../../../platform/db/client.ts';
import { CODE_MASK, getTypeCode, TYPE_SHIFT } from '../query/doc-id.ts';
import { buildScopeCondition, queryHits, type Hit, type Scope } from './hits.ts';
import type { TitleFilter } from './title-filter.ts';

const FIRST_HIT = { limit: 1 };
const PEOPLE_MAX = 3; // Of each split
/** Beginnings and words of a part cost more than its exact name. */
const PARTS_MAX = 30;
const [EXACT_WEIGHT, BEGINS_WEIGHT, WORDS_WEIGHT] = [3, 1.5, 1];
const NOISE_LAST = 10_000;
const YEARS_OFF = 1;

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

/** The words without noise, before they are corrected: the same words would be corrected with the noise. */
export async function findWithoutNoise(
  db: Database,
  { query, genres, maxAge }: Omit<LooseInput, 'existing'>,
): Promise<Loosened | null> {
  const loose = readLooseQuery(query, genres);
  return loose && findProbe(db, listProbes(loose), { maxAge });
}

/** The first that matches: without noise, a title and a credit, corrected, the longest name (issue 33, section 3). */
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
  return (
    (await findProbe(db, probes, scope)) ??
    (await findSplit(db, loose, scope)) ??
    (await findCorrected(db, probes, existing, scope)) ??
    (await findPart(db, loose, scope))
  );
}

async function findProbe(db: Database, probes: readonly Loosened[], scope: Scope): Promise<Loosened | null> {
  const toProbe = (tier: 'first' | 'last') =>
    probes.map(({ plan, filter }, at): Probe => {
      const [first = ''] = plan.typed.tiers;
      return { at, match: tier === 'first' ? first : (plan.typed.tiers.at(-1) ?? ''), filter };
    });
  const at = await findFirst(db, [...toProbe('first'), ...toProbe('last')], scope);
  return at === null ? null : (probes[at] ?? null);
}

interface Probe {
  at: number;
  match: string; // An FTS5 expression
  filter?: TitleFilter | undefined; // Of type and years
}

/** `at` of the first expression with a match, all in one statement. FTS5 stops at the first row of each. */
async function findFirst(db: Database, probes: readonly Probe[], scope: Scope): Promise<number | null> {
  if (probes.length === 0) return null;
  const rows = probes.map(({ at, match, filter }) => {
    const type = filter?.type === undefined ? null : getTypeCode(filter.type);
    return [at, match, type, filter?.from ?? null, filter?.to ?? null];
  });
  const value = (index: number) => sql.raw(`probes.value ->> '$[${String(index)}]'`);
  const hit = sql`(SELECT rowid FROM search_index WHERE search_index MATCH ${value(1)}
    AND (${value(2)} IS NULL OR (rowid >> ${sql.raw(String(TYPE_SHIFT))} & ${sql.raw(String(CODE_MASK))}) = ${value(2)})
    AND (${value(3)} IS NULL OR (SELECT year FROM search_docs d WHERE d.id = search_index.rowid)
      BETWEEN ${value(3)} AND ${value(4)})${buildScopeCondition(scope)} ORDER BY rowid LIMIT 1)`;
  const [first] = await db
    .select({ at: sql<number>`${value(0)}`.as('at') })
    .from(sql`json_each(${JSON.stringify(rows)}) probes`)
    .where(sql`${hit} IS NOT NULL`)
    .limit(1);
  return first?.at ?? null;
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

async function findSplit(db: Database, loose: LooseQuery, scope: Scope): Promise<Loosened | null> {
  const [firstPerson, ...otherPeople] = loose.splits.map(({ person }) => {
    const plan = planQuery(person.text);
    const readings = plan ? toReadings(plan) : [NO_READING];
    return queryHits(db, readings, { ...scope, type: 'person' }, { limit: PEOPLE_MAX });
  });
  if (!firstPerson) return null;
  const people = await db.batch([firstPerson, ...otherPeople]);
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

async function findPart(db: Database, loose: LooseQuery, scope: Scope): Promise<Loosened | null> {
  const at = await findFirst(db, listPartProbes(loose), scope);
  const part = at === null ? undefined : loose.parts[at];
  const plan = part && planQuery(part.text);
  return plan ? { parts: toParts(loose, [toText(part)]), filter: undefined, plan } : null;
}

function listPartProbes({ parts }: LooseQuery): Probe[] {
  const probes = parts.flatMap(({ words, isNoise }, at) => {
    const letters = words.join('').length;
    const { exact, begins, words: all, sound } = matchPart(words);
    const name = { at, match: exact, score: letters * EXACT_WEIGHT - (isNoise ? NOISE_LAST : 0) };
    if (isNoise || at >= PARTS_MAX) return [name];
    return [
      name,
      { at, match: begins, score: letters * BEGINS_WEIGHT },
      { at, match: all, score: letters * WORDS_WEIGHT },
      ...(sound === null ? [] : [{ at, match: sound, score: letters * WORDS_WEIGHT }]),
    ];
  });
  return probes.toSorted((a, b) => b.score - a.score);
}

function toReadings({ typed, sounds }: QueryPlan) {
  return sounds ? [typed, sounds] : [typed];
}

function overlaps(a: readonly number[], b: readonly number[]): boolean {
  return a.some((place) => b.includes(place));
}
