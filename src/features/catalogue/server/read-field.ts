import * as v from 'valibot';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { ACCESS_KINDS, RELEASE_STATES } from '../../../platform/kinds.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { findAgeReason } from '../../titles/facts/age-reasons.ts';
import { hasTooMany, readCountries, readNetworks, type AreaList } from '../../titles/facts/areas.ts';
import { cleanText, hasWords, isBroken } from '../../titles/facts/clean.ts';
import { countryCode, languageCode } from '../../titles/facts/codes.ts';
import { parseDate } from '../../titles/facts/date.ts';
import { parseAge } from '../../titles/facts/facts.ts';
import { few, name, seoDescription, seoTitle, text } from '../../titles/facts/limits.ts';
import { splitList } from '../../titles/facts/list.ts';
import { parseMinutes } from '../../titles/facts/minutes.ts';
import type { Parsed } from '../../titles/facts/parsed.ts';
import { parseYear } from '../../titles/facts/year.ts';
import { splitKeys } from '../art-fields.ts';
import { formatCredits, parseCredits, type CreditEntry } from '../credits.ts';
import { parseOrder } from '../rows/parse/part.ts';
import { PEOPLE_MAX } from '../rows/title.ts';
import { parseChapters, parseMarkers, readChapters, readMarkers, type Reading } from '../../titles/facts/timeline.ts';
import { formatSeasons, parseSeasons, type SeasonEntry } from '../seasons.ts';
import { MAX_RELATED, type TitleField } from '../title-fields.ts';

export interface FieldContext {
  /** Gregorian. */
  thisYear: number;
  findGenre: (name: string) => string | undefined;
  /** The number that a person has by now; undefined for nobody's. */
  findPerson: (id: number) => number | undefined;
  /** A title that another one may be shown beside. */
  isTitle: (id: number) => boolean;
  /** Of the film, in seconds. */
  length: number;
}
/** For a title that has no genres, people, related titles and film yet. */
export const NO_LISTS = { findGenre: () => undefined, findPerson: () => undefined, isTitle: () => false, length: 0 };

/** Entries of a list that a refusal names. */
const MAX_NAMED = 10;

type Reader = (raw: string, context: FieldContext) => Outcome<string | null, ErrorCode>;

export const readName = (raw: string): Outcome<string, ErrorCode> => {
  const clean = cleanText(raw);
  return !isBroken(raw) && hasWords(clean) && v.is(name, clean) ? ok(clean) : fail('title_name');
};

/** `blank`: the value of a field without a text. */
const readText =
  (blank: '' | null, limit: v.GenericSchema = text, code: ErrorCode = 'title_text'): Reader =>
  (raw) => {
    const clean = cleanText(raw);
    return !isBroken(raw) && v.is(limit, clean) ? ok(clean === '' ? blank : clean) : fail(code);
  };

const readNumber =
  (parse: (raw: string, thisYear: number) => Parsed<number>, code: ErrorCode): Reader =>
  (raw, { thisYear }) => {
    const result = parse(raw, thisYear);
    return result.ok ? ok(String(result.value)) : fail(code);
  };

/** The importer leaves an unknown entry out and says so; who types one is asked again. */
const readList =
  (getFinder: (context: FieldContext) => (name: string) => string | undefined, blank: '' | null = ''): Reader =>
  (raw, context) => {
    const keys = splitList(raw).map(getFinder(context));
    if (isBroken(raw) || keys.includes(undefined) || !v.is(few(v.unknown()), keys)) return fail('title_list');
    return ok(keys.length === 0 ? blank : [...new Set(keys)].join());
  };

/** A blank one is none. */
const readDay: Reader = (raw) => {
  if (cleanText(raw) === '') return ok(null);
  const day = parseDate(raw);
  return day.ok ? ok(day.value) : fail('title_day');
};

const readKey =
  (keys: readonly string[]): Reader =>
  (raw) =>
    keys.includes(raw) ? ok(raw) : fail('title_choice');

/** Nobody has a job of a title twice. A role without words is none. */
const readCredits: Reader = (raw, { findPerson }) => {
  const entries = parseCredits(raw);
  if (entries === null || entries.length > PEOPLE_MAX) return fail('title_credits');
  const credits = new Map<string, CreditEntry>();
  for (const [job, id, ...roles] of entries) {
    const person = findPerson(id);
    const [roleFa = null, roleEn = null] = roles.map((role) => cleanText(role ?? '') || null);
    const isRole = (role: string | null) => v.is(v.nullable(name), role) && !isBroken(role ?? '');
    if (person === undefined || !isRole(roleFa) || !isRole(roleEn)) return fail('title_credits');
    const key = `${job}/${String(person)}`;
    if (!credits.has(key)) credits.set(key, [job, person, roleFa, roleEn]);
  }
  return ok(formatCredits([...credits.values()]));
};

const readRelated: Reader = (raw, { isTitle }) => {
  const ids = new Set(splitKeys(raw));
  const isFine = [...ids].every((id) => /^[1-9]\d{0,8}$/.test(id) && isTitle(Number(id)));
  return isFine && ids.size <= MAX_RELATED ? ok([...ids].join()) : fail('title_related');
};

/** A name without words is none, and so is an empty year. */
const readSeasons: Reader = (raw, { thisYear }) => {
  const entries = parseSeasons(raw);
  if (entries === null || new Set(entries.map(([number]) => number)).size < entries.length) return fail('title_list');
  const seasons: SeasonEntry[] = [];
  for (const [number, ...facts] of entries) {
    const [nameFa = null, nameEn = null, yearText = ''] = facts.map((fact) => cleanText(String(fact ?? '')) || null);
    const isName = (text: string | null) => v.is(v.nullable(name), text) && !isBroken(text ?? '');
    if (!isName(nameFa) || !isName(nameEn)) return fail('title_name');
    const year = yearText === null ? null : parseYear(yearText, thisYear);
    if (year?.ok === false) return fail('title_year');
    seasons.push([number, nameFa, nameEn, year?.value ?? null]);
  }
  return ok(formatSeasons(seasons));
};

/** An empty text: as in the film's file. */
const readTimeline =
  <T>(parse: (raw: string) => T[] | null, read: (entries: readonly T[], length: number) => Reading<T>): Reader =>
  (raw, { length }) => {
    if (raw === '') return ok(null);
    const entries = parse(raw);
    const list = entries && read(entries, length);
    if (list === null) return fail('timeline_list');
    return list.ok ? ok(JSON.stringify(list.list)) : fail(list.code);
  };

/** Empty: everywhere. The refusal names what is not known. */
const readArea =
  (name: 'countries' | 'networks', read: (raw: string) => AreaList): Reader =>
  (raw) => {
    const list = read(raw);
    const values = { [`unknown_${name}`]: list.unknown.slice(0, MAX_NAMED).join(' ') };
    if (list.unknown.length > 0) return fail(`title_${name}`, { values });
    if (name === 'networks' && hasTooMany(list)) return fail('title_networks_many');
    return ok(list.entries.join() || null);
  };

const READERS: Record<TitleField, Reader> = {
  name_fa: readName,
  name_en: readName,
  name_latin: readName,
  synopsis_fa: readText(''),
  synopsis_en: readText(''),
  awards_fa: readText(null),
  awards_en: readText(null),
  seo_title_fa: readText(null, seoTitle, 'title_seo_title'),
  seo_title_en: readText(null, seoTitle, 'title_seo_title'),
  seo_description_fa: readText(null, seoDescription, 'title_seo_description'),
  seo_description_en: readText(null, seoDescription, 'title_seo_description'),
  year: readNumber(parseYear, 'title_year'),
  minutes: readNumber(parseMinutes, 'title_minutes'),
  age: readNumber(parseAge, 'title_age'),
  age_reasons: readList(() => findAgeReason, null),
  genres: readList(({ findGenre }) => findGenre),
  countries: readList(() => countryCode),
  languages: readList(() => languageCode),
  credits: readCredits,
  related: readRelated,
  seasons: readSeasons,
  markers: readTimeline(parseMarkers, readMarkers),
  chapters: readTimeline(parseChapters, readChapters),
  access: readKey(ACCESS_KINDS),
  release: readKey(RELEASE_STATES),
  release_date: readDay,
  available_until: readDay,
  available_countries: readArea('countries', readCountries),
  available_networks: readArea('networks', readNetworks),
  season: readNumber(parseOrder, 'title_order'),
  number: readNumber(parseOrder, 'title_order'),
};

/** Lists without an order of their own. */
export const UNORDERED: readonly TitleField[] = ['genres', 'age_reasons'];

/** The value of a typed text as it is stored, by the importer's rules. */
export function readField(field: TitleField, raw: string, context: FieldContext): Outcome<string | null, ErrorCode> {
  const value = READERS[field](raw, context);
  if (!value.ok || value.value === null || !UNORDERED.includes(field)) return value;
  return ok(value.value.split(',').sort().join());
}
