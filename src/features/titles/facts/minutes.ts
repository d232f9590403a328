import { foldNumber } from '../../../platform/text/digits.ts';
import { numberWord } from './number-words.ts';
import { parseWhole } from './number.ts';
import { parsed, refused, type Parsed } from './parsed.ts';

/** The longest films there are last days; this is longer than all but a handful of them. */
const MAX_MINUTES = 1500;
/** A clock with more hours than that has minutes and seconds. */
const MAX_HOURS = MAX_MINUTES / 60;
const HALF = 'نیم';

/** Minutes of each unit, by its words. */
const UNITS = [
  { minutes: 1440, words: ['روز', 'days', 'day', 'd'] },
  { minutes: 60, words: ['ساعت', 'hours', 'hour', 'hrs', 'hr', 'h'] },
  { minutes: 1, words: ['دقیقه', 'minutes', 'minute', 'mins', 'min', 'm'] },
  { minutes: 1 / 60, words: ['ثانیه', 'seconds', 'second', 'secs', 'sec', 's'] },
] as const;
const MINUTES_OF_UNIT = new Map<string, number>(
  UNITS.flatMap(({ minutes, words }) => words.map((word) => [word, minutes] as const)),
);
const UNIT = new RegExp(`^(${[...MINUTES_OF_UNIT.keys()].join('|')})\\.?(?![a-zآ-ی])`);
const AND = /^[ ,]*(?:(?:و|and) )?/;

/**
 * Minutes, rounded, of `90`, `95.0`, `۹۰ دقیقه`, `1 ساعت و 50`, `یک ساعت و بیست و پنج دقیقه`, `1.5 h`, `1h 50m`,
 * `1:50`, `۱:۳۵:۰۰`, `95:30` (minutes and seconds) or `PT1H50M30S`.
 */
export function parseMinutes(raw: string | number): Parsed<number> {
  const text = foldLetters(String(raw));
  const iso = text.replace(/^p(?=[\dt])/, '').replace(/(?:^|(?<=\d)d)t(?=\d)/, (sign) => sign.slice(0, -1));
  const minutes = parseWhole(raw) ?? readClock(text) ?? readUnits(iso);
  if (minutes === null) return refused('not a length in minutes or hours');
  if (minutes === 'overflow') return refused('more than 59 minutes beside hours, or seconds beside minutes');
  const rounded = Math.round(minutes);
  return rounded >= 1 && rounded <= MAX_MINUTES
    ? parsed(rounded)
    : refused(`not a length between 1 and ${MAX_MINUTES} minutes`);
}

function foldLetters(text: string): string {
  return foldNumber(text.replaceAll('\u200c', ' ')).toLowerCase().replace(/[يى]/g, 'ی').replaceAll('ك', 'ک');
}

function readClock(text: string): number | 'overflow' | null {
  const match = /^(\d{1,4}) ?: ?(\d{1,2})(?: ?: ?(\d{1,2}))?(?:\.\d+)?$/.exec(text);
  if (match === null) return null;
  const [, first, second, third] = match;
  const [major, minor, seconds] = [Number(first), Number(second), Number(third ?? 0)];
  if (minor > 59 || seconds > 59) return 'overflow';
  return third === undefined && major > MAX_HOURS ? major + minor / 60 : major * 60 + minor + seconds / 60;
}

/** The sum of amounts with their units, from the largest unit to the smallest; the last unit may be missing. */
function readUnits(text: string): number | 'overflow' | null {
  let total = 0;
  let last = Number.POSITIVE_INFINITY;
  let rest = text;
  while (rest !== '') {
    const amount = takeAmount(rest);
    if (amount === null) return null;
    const [unitText = '', unit] = UNIT.exec(amount.rest) ?? [];
    rest = amount.rest.slice(unitText.length).replace(AND, '');
    const isFraction = unit === undefined && amount.value < 1 && last !== Number.POSITIVE_INFINITY;
    const size = unit === undefined ? getMissingUnit(last, isFraction) : MINUTES_OF_UNIT.get(unit);
    if (size === undefined || (unit === undefined && rest !== '') || (size >= last && !isFraction)) return null;
    if (last !== Number.POSITIVE_INFINITY && amount.value * size >= last) return 'overflow';
    total += amount.value * size;
    last = size;
  }
  return total === 0 ? null : total;
}

/** «یک ساعت و نیم» has half of an hour; «1 ساعت و 50» has minutes. */
function getMissingUnit(last: number, isFraction: boolean): number | undefined {
  if (last === Number.POSITIVE_INFINITY) return undefined;
  return isFraction ? last : UNITS.find(({ minutes }) => minutes < last)?.minutes;
}

/** A number in digits, or in words that «و» adds up: «بیست و پنج», «یک و نیم». */
function takeAmount(text: string): { value: number; rest: string } | null {
  const digits = /^(\d{1,5}(?:\.\d{1,3})?) ?/.exec(text);
  if (digits) return { value: Number(digits[1]), rest: text.slice(digits[0].length) };
  let value = 0;
  let rest = text;
  for (let isFirst = true; ; isFirst = false) {
    const [match = '', word = ''] = (isFirst ? /^([آ-ی]+) ?/ : /^و ([آ-ی]+) ?/).exec(rest) ?? [];
    const number = word === HALF ? 0.5 : numberWord(word);
    if (number === undefined) return isFirst ? null : { value, rest };
    value += number;
    rest = rest.slice(match.length);
  }
}
