import * as v from 'valibot';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { findAgeReason } from '../../titles/facts/age-reasons.ts';
import { cleanText, hasWords, isBroken } from '../../titles/facts/clean.ts';
import { countryCode, languageCode } from '../../titles/facts/codes.ts';
import { parseAge } from '../../titles/facts/facts.ts';
import { few, name, text } from '../../titles/facts/limits.ts';
import { splitList } from '../../titles/facts/list.ts';
import { parseMinutes } from '../../titles/facts/minutes.ts';
import type { Parsed } from '../../titles/facts/parsed.ts';
import { parseYear } from '../../titles/facts/year.ts';
import type { TitleField } from '../title-fields.ts';

interface Context {
  /** Gregorian. */
  thisYear: number;
  findGenre: (name: string) => string | undefined;
}
type Reader = (raw: string, context: Context) => Outcome<string | null, ErrorCode>;

const readName: Reader = (raw) => {
  const clean = cleanText(raw);
  return !isBroken(raw) && hasWords(clean) && v.is(name, clean) ? ok(clean) : fail('title_name');
};

/** `blank`: the value of a field without a text. */
const readText =
  (blank: '' | null): Reader =>
  (raw) => {
    const clean = cleanText(raw);
    return !isBroken(raw) && v.is(text, clean) ? ok(clean === '' ? blank : clean) : fail('title_text');
  };

const readNumber =
  (parse: (raw: string, thisYear: number) => Parsed<number>, code: ErrorCode): Reader =>
  (raw, { thisYear }) => {
    const result = parse(raw, thisYear);
    return result.ok ? ok(String(result.value)) : fail(code);
  };

/** The importer leaves an unknown entry out and says so; who types one is asked again. */
const readList =
  (getFinder: (context: Context) => (name: string) => string | undefined, blank: '' | null = ''): Reader =>
  (raw, context) => {
    const keys = splitList(raw).map(getFinder(context));
    if (isBroken(raw) || keys.includes(undefined) || !v.is(few(v.unknown()), keys)) return fail('title_list');
    return ok(keys.length === 0 ? blank : [...new Set(keys)].join());
  };

const READERS: Record<TitleField, Reader> = {
  name_fa: readName,
  name_en: readName,
  name_latin: readName,
  synopsis_fa: readText(''),
  synopsis_en: readText(''),
  awards_fa: readText(null),
  awards_en: readText(null),
  year: readNumber(parseYear, 'title_year'),
  minutes: readNumber(parseMinutes, 'title_minutes'),
  age: readNumber(parseAge, 'title_age'),
  age_reasons: readList(() => findAgeReason, null),
  genres: readList(({ findGenre }) => findGenre),
  countries: readList(() => countryCode),
  languages: readList(() => languageCode),
};

/** Lists without an order of their own. */
const UNORDERED: readonly TitleField[] = ['genres', 'age_reasons'];

/** The value of a typed text as it is stored, by the importer's rules. */
export function readField(field: TitleField, raw: string, context: Context): Outcome<string | null, ErrorCode> {
  const value = READERS[field](raw, context);
  if (!value.ok || value.value === null || !UNORDERED.includes(field)) return value;
  return ok(value.value.split(',').sort().join());
}
