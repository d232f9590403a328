import { asc, sql } from 'drizzle-orm';
import type { UnderstoodPart } from '../contract.ts';
import { buildCorrectedReadings, NO_READING, planQuery, type QueryPlan } from '../query/query-plan.ts';
import { readSentence, type Sentence, type SentenceName } from '../query/sentence.ts';
import { SENTENCE_TYPES, type GenreName } from '../query/sentence-words.ts';
import type { Database } from '../../../platform/db/client.ts';
import { genres as genresTable } from '../../titles/server/schema.ts';
import { BEGINS, EXACT, queryHits, type Hit, type Scope } from './hits.ts';
import type { TitleFilter } from './title-filter.ts';

/** «کمدی» alone is a plain search: the genre's page, and titles of that name. */
const PARTS_MIN = 2;

export interface Understood {
  parts: UnderstoodPart[];
  filter: TitleFilter;
  plan: QueryPlan | null;
}

export function queryGenreNames(db: Database, { typed }: QueryPlan) {
  return db
    .select({ key: genresTable.key, label_fa: genresTable.labelFa, label_en: genresTable.labelEn })
    .from(genresTable)
    .where(typed.words.length > 1 ? undefined : sql`false`)
    .orderBy(asc(genresTable.position));
}

interface SentenceQuery {
  query: string;
  typed: readonly Hit[]; // Matches of the typed words, best first
  existing: readonly string[];
  genres: readonly GenreName[];
  scope: Scope;
}

/** Null if the query is not a sentence, or a name. */
export async function understand(
  db: Database,
  { query, typed, existing, genres, scope }: SentenceQuery,
): Promise<Understood | null> {
  if (typed[0]?.tier === EXACT) return null;
  const sentence = readSentence(query, genres);
  if (!sentence) return null;
  const best = await findNames(db, query, sentence, existing, scope);
  if (best.isNamed) return null;
  const titled = findTitlePart(sentence, best);
  const name = titled ?? (best.names.every((hit) => hit?.type === 'person') ? null : sentence.rest);
  // Titles with all words beat filters with some of them.
  if (name && !titled && typed.some(isTitle)) return null;
  const parts = sentence.parts.filter(({ at }) => !name || at.every((place) => !name.at.includes(place)));
  const people = name ? [] : best.names.flatMap((hit, at) => (hit ? [{ hit, at: sentence.names[at]?.at ?? [] }] : []));
  const understood: Understood['parts'] = [
    ...parts.map((part) => toPart(part, genres, sentence.without(part.at))),
    ...people.map(({ hit, at }) => toPerson(hit, sentence.without(at))),
    ...(name ? [{ part: 'text' as const, text: name.text, without: sentence.without(name.at) }] : []),
  ];
  if (understood.length < PARTS_MIN) return null;
  return { parts: understood, filter: toFilter(understood), plan: name && planQuery(name.text) };
}

interface Best {
  /** True if the whole query, transliterated or corrected, is an exact name («parde mostanad»). */
  isNamed: boolean;
  withoutType: Hit | undefined;
  withoutYears: Hit | undefined;
  names: (Hit | undefined)[]; // Best match per name
}

async function findNames(
  db: Database,
  query: string,
  sentence: Sentence,
  existing: readonly string[],
  scope: Scope,
): Promise<Best> {
  const firstHit = { limit: 1 };
  const queryName = (name: SentenceName | null, isMeant: boolean) => {
    const plan = name && planQuery(name.text);
    const readings = plan ? [plan.typed, ...(isMeant ? buildCorrectedReadings(plan, existing) : [])] : [NO_READING];
    return queryHits(db, readings, { maxAge: scope.maxAge }, firstHit);
  };
  const plan = planQuery(query);
  const readings = plan ? buildCorrectedReadings(plan, existing) : [];
  const [withoutType, withoutYears, ...others] = await db.batch([
    queryName(sentence.withoutType, false),
    queryName(sentence.withoutYears, false),
    ...sentence.names.map((name) => queryName(name, true)),
    ...readings.map((reading) => queryHits(db, [reading], { maxAge: scope.maxAge }, firstHit)),
  ]);
  const matches = others.map(([hit]) => hit);
  return {
    isNamed: matches.slice(sentence.names.length).some((hit) => hit?.tier === EXACT),
    withoutType: withoutType[0],
    withoutYears: withoutYears[0],
    names: matches.slice(0, sentence.names.length),
  };
}

/** The part that is a title or begins one: «کمدی انسانی» is not a comedy. */
function findTitlePart(sentence: Sentence, { withoutType, withoutYears }: Best): SentenceName | null {
  const isTitled = (hit: Hit | undefined) => hit !== undefined && isTitle(hit) && hit.tier <= BEGINS;
  if (sentence.parts.some(({ part }) => part === 'type') && isTitled(withoutType)) return sentence.withoutType;
  // A genre's name alone with years is a genre with years.
  return sentence.names.length > 0 && isTitled(withoutYears) ? sentence.withoutYears : null;
}

function isTitle({ type }: Hit): boolean {
  return SENTENCE_TYPES.some((candidate) => candidate === type);
}

function toPart(part: Sentence['parts'][number], genres: readonly GenreName[], without: string): UnderstoodPart {
  if (part.part === 'type') return { part: 'type', type: part.type, without };
  if (part.part === 'origin') return { part: 'origin', iranian: part.iranian, without };
  if (part.part === 'years') return { part: 'years', ...part.years, without };
  const { label_fa = part.key, label_en = part.key } = genres.find(({ key }) => key === part.key) ?? {};
  return { part: 'genre', key: part.key, label_fa, label_en, without };
}

function toPerson({ id, name_fa, name_en }: Hit, without: string): UnderstoodPart {
  return { part: 'person', id, name_fa, name_en, without };
}

function toFilter(parts: readonly UnderstoodPart[]): TitleFilter {
  const filter: TitleFilter & { genres: string[]; people: number[] } = { genres: [], people: [], from: null, to: null };
  for (const part of parts) {
    if (part.part === 'type') filter.type = part.type;
    if (part.part === 'origin') filter.iranian = part.iranian;
    if (part.part === 'genre') filter.genres.push(part.key);
    if (part.part === 'person') filter.people.push(part.id);
    if (part.part === 'years') Object.assign(filter, { from: part.from, to: part.to });
  }
  return filter;
}
