import { foldDigits } from '../../../../platform/text/digits.ts';
import { cleanText } from '../../../titles/facts/clean.ts';
import { spelledNumbers } from '../../../titles/facts/number-words.ts';

/** Words that sites write before a name, and the kind that each means. */
const PREFIXES: Record<string, 'movie' | 'series'> = { فیلم: 'movie', سریال: 'series', انیمیشن: 'movie' };
/** «فیلم سریال …» happens; more than two are a name. */
const PREFIXES_MAX = 2;
/** «- قسمت اول 1 تا 15 آخر» at the end says which episodes a page had. */
const EPISODES = /\s[-–—]\s?قسمت(?:\s[^]*)?$/;

export interface TitleName {
  /** Empty where the text has no Persian. */
  nameFa: string;
  /** Empty where the text has no Latin tail. */
  nameEn: string;
  /** The kind that the text names, if it names one. */
  kind?: 'movie' | 'series';
}

/**
 * Takes a scraped title apart: «فیلم بلوک 9 خروجی 2 Block 9 exit 2» is «بلوک 9 خروجی 2» and “Block 9 exit 2”, a movie.
 * `year` as the row writes it: some add it at the end of the Latin name.
 */
export function splitTitleName(raw: string, year = ''): TitleName {
  const { text, kind } = withoutPrefix(cleanText(raw));
  const at = tailStart(text);
  const nameFa = text
    .slice(0, at)
    .replace(EPISODES, '')
    .replace(/\s[-–—|]+$/, '')
    .trim();
  const nameEn = withoutYear(text.slice(at).trim(), foldDigits(year).trim());
  return { nameFa, nameEn, ...(kind && { kind }) };
}

function withoutPrefix(text: string): { text: string; kind?: 'movie' | 'series' } {
  let rest = text;
  let kind: 'movie' | 'series' | undefined;
  for (let count = 0; count < PREFIXES_MAX; count += 1) {
    const [first = '', ...words] = rest.split(' ');
    const message = Object.hasOwn(PREFIXES, first) ? PREFIXES[first] : undefined;
    if (message === undefined || words.length === 0) break;
    kind ??= message;
    rest = words.join(' ');
  }
  return { text: rest, ...(kind && { kind }) };
}

/** Index of the Latin name; the text's end if there is none. */
function tailStart(text: string): number {
  if (!/\p{Script=Arabic}/u.test(text)) return 0;
  const lastPersian = /^([^]*)\p{Script=Arabic}/u.exec(text)?.[1]?.length ?? -1;
  const latin = /\p{Script=Latin}/u.exec(text)?.index ?? -1;
  // A Latin word inside of the Persian name belongs to it.
  const after = latin > lastPersian ? latin : text.slice(lastPersian).search(/\p{Script=Latin}/u) + lastPersian;
  const letters = after > lastPersian ? after : text.length;
  const gap = text.slice(0, letters);
  const number = /\s(?<digits>[\d۰-۹]+)(?:[:.][\d۰-۹:.]*)?\s?$/.exec(gap);
  if (!number || number.index < lastPersian) return letters;
  const persian = gap.slice(0, number.index);
  const digits = foldDigits(number.groups?.['digits'] ?? '');
  return belongsToTail(digits, persian, text.slice(letters)) ? number.index : letters;
}

/** Of «23 نفر 23 Nafar» and «بیست و یک 21 Rooz» the number is Latin; of «آتش بس 2 Cease Fire 2» it is Persian. */
function belongsToTail(digits: string, persian: string, tail: string): boolean {
  const findNumbers = (text: string): string[] => foldDigits(text).match(/\d+/g) ?? [];
  if (findNumbers(tail).includes(digits)) return false;
  return findNumbers(persian).includes(digits) || spelledNumbers(persian).has(Number(digits));
}

function withoutYear(name: string, year: string): string {
  return /^(19|20)\d\d$/.test(year) && name.endsWith(` ${year}`) ? name.slice(0, -year.length).trim() : name;
}
