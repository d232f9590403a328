import { AGE_REASONS } from '../../src/platform/kinds.ts';
import { fraction } from '../seed/hash.ts';
import type { Catalogue, Title } from '../seed/schema.ts';
import { computeViews } from '../seed/views.ts';

const AGES = [0, 7, 12, 15, 18];
const YEARS = { first: 1960, last: 2026 };
/** As many people as there are, so that some have a hundred works and most a few. */
const PEOPLE = 30_000;
const CAST_MAX = 6;
/** One series in so many has a season. */
const SEASON_EVERY = 10;
const EPISODES = 4;

/** A row of docs/import.md. */
export type SynthRow = ReturnType<ReturnType<typeof synthesizer>>;

/**
 * Makes rows out of the demo catalogue: a name is the beginning of one title's and the end of another's, in Persian,
 * English and Latin letters alike, so that search has something to find; people's first and last names are mixed, too.
 * The same number gives the same row, always.
 */
export function synthesizer({ titles, people }: Catalogue) {
  const works = titles.filter(({ kind }) => kind !== 'video');
  const fullNames = people.filter(({ name_fa, name_en }) => name_fa.includes(' ') && name_en.includes(' '));
  return (number: number) => {
    const pick = picker(number);
    const [head, tail, model] = [pick(works, 'head'), pick(works, 'tail'), pick(works, 'model')];
    const person = (role: string) => {
      const who = Math.floor(pick.fraction(role) ** 2 * PEOPLE);
      const share = (part: string) => fraction(`synth/person/${who}/${part}`);
      const [first, last] = [pickBy(fullNames, share('first')), pickBy(fullNames, share('last'))];
      return { name_fa: joined(first.name_fa, last.name_fa), name_en: joined(first.name_en, last.name_en) };
    };
    const cast = Array.from({ length: 2 + Math.floor(pick.fraction('cast') * (CAST_MAX - 1)) }, (_, at) =>
      person(`actor${at}`),
    );
    return {
      id: `synth-${number}`,
      kind: model.kind === 'series' ? ('series' as const) : ('movie' as const),
      name_fa: halves(head.name_fa, tail.name_fa),
      name_en: halves(head.name_en, tail.name_en),
      name_latin: halves(head.name_latin, tail.name_latin),
      year: YEARS.first + Math.floor(Math.sqrt(pick.fraction('year')) * (YEARS.last - YEARS.first + 1)),
      minutes: 40 + Math.floor(pick.fraction('minutes') * 110),
      age: pick(AGES, 'age'),
      rating: Math.round(10 * (3 + 6.5 * pick.fraction('rating'))) / 10,
      views: Math.round(computeViews(model) * pick.fraction('views') ** 4),
      countries: model.countries,
      languages: model.languages,
      genres: [...new Set([...model.genres.slice(0, 2), ...pick(works, 'genre').genres.slice(0, 1)])],
      directors: [person('director')],
      cast,
      synopsis_fa: model.synopsis_fa,
      synopsis_en: model.synopsis_en,
      age_reasons: [...new Set([pick(AGE_REASONS, 'reason'), pick(AGE_REASONS, 'other reason')])],
      focus_x: Math.floor(pick.fraction('focus x') * 101),
      focus_y: Math.floor(pick.fraction('focus y') * 101),
      ...(pick.fraction('leaves') < 0.1 && { available_until: `203${number % 10}-06-30` }),
      ...(model.kind === 'series' && number % SEASON_EVERY === 0 && { seasons: [makeSeason(model)] }),
    } satisfies Record<string, unknown> & Partial<Record<keyof Title, unknown>>;
  };
}

function makeSeason({ synopsis_fa, synopsis_en }: Title) {
  const numbers = Array.from({ length: EPISODES }, (_, at) => at + 1);
  return {
    ...{ number: 1, name_fa: 'فصل نخست', name_en: 'The First Season', year: YEARS.last },
    episodes: numbers.map((number) => ({ number, synopsis_fa, synopsis_en, minutes: 40 + number })),
  };
}

interface Picker {
  <T>(entries: readonly T[], what: string): T;
  fraction: (what: string) => number;
}

function picker(number: number): Picker {
  const share = (purpose: string) => fraction(`synth/${number}/${purpose}`);
  const pick = <T>(entries: readonly T[], purpose: string): T => pickBy(entries, share(purpose));
  return Object.assign(pick, { fraction: share });
}

/** The entry at a share (0 up to 1) of a list. */
function pickBy<T>(entries: readonly T[], share: number): T {
  const entry = entries[Math.floor(share * entries.length)];
  if (entry === undefined) throw new Error('nothing to pick from');
  return entry;
}

/** The first half of one name's words and the second half of another's. */
function halves(head: string, tail: string): string {
  const [a, b] = [head.split(' '), tail.split(' ')];
  return [...a.slice(0, Math.ceil(a.length / 2)), ...b.slice(Math.floor(b.length / 2))].join(' ');
}

/** The given name of one person and the family name of another. */
function joined(first: string, last: string): string {
  return `${first.split(' ')[0] ?? ''} ${last.split(' ').slice(1).join(' ')}`;
}
