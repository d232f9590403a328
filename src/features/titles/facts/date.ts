import { foldNumber } from '../../../platform/text/digits.ts';
import { foldForSearch } from '../../../platform/text/persian-text.ts';
import { parsed, refused, type Parsed } from './parsed.ts';

/** Years of the two calendars are far apart, so a year alone tells its calendar. */
const JALALI = { from: 1200, to: 1500 };
const GREGORIAN = { from: 1800, to: 2100 };
/** A Jalali year begins in March of the Gregorian year that is greater by this (src/platform/text/format.ts). */
export const JALALI_OFFSET = 621;
const DAY_MS = 86_400_000;

/** Months by their folded names: Jalali ones in Persian, Gregorian ones in Persian and English. */
let months: ReadonlyMap<string, number> | undefined;
const listMonths = () =>
  new Map(
    (['fa-u-ca-persian', 'fa-u-ca-gregory', 'en-u-ca-gregory'] as const).flatMap((locale) =>
      (['long', 'short'] as const).flatMap((month) => {
        const format = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' });
        const firstMonth = locale === 'fa-u-ca-persian' ? 3 : 0;
        return Array.from({ length: 12 }, (_, at) => {
          const name = format.format(Date.UTC(2022, firstMonth + at, 5));
          return [foldForSearch(name), at + 1] as const;
        });
      }),
    ),
  );

const jalali = new Intl.DateTimeFormat('en-u-ca-persian', {
  ...{ year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' },
});

/** Of a day: the time that begins after it. */
const TIME = /(?<=\d)[t ,]+\d{1,2}:\d{2}/i;

/** A day as it is written: the first number or the last is the year, in either calendar. A time after it is dropped. */
interface WrittenDay {
  year: number;
  month: number;
  day: number;
}

export function isJalali(year: number): boolean {
  return year >= JALALI.from && year <= JALALI.to;
}

/** Null for a text without year, month and day, and for one whose order is open: 03/10/2016. */
export function readDay(raw: string): WrittenDay | null {
  const folded = foldNumber(raw);
  const text = folded.slice(0, TIME.exec(folded)?.index);
  const parts = text.split(/ ?[^\d\p{L}] ?/u);
  months ??= listMonths();
  const names = months;
  const month = parts.flatMap((part) => names.get(foldForSearch(part)) ?? [])[0];
  const numbers = parts.flatMap((part) => (/^\d{1,4}$/.test(part) ? Number(part) : []));
  if (parts.length !== 3 || numbers.length !== (month === undefined ? 3 : 2)) return null;
  const year = numbers.find(isYear);
  const [first = 0, second = 0] = numbers.filter((number) => number !== year);
  if (year === undefined) return null;
  if (month !== undefined) return { year, month, day: first };
  if (numbers[0] === year) return { year, month: first, day: second };
  if (numbers[2] !== year) return null;
  if (isJalali(year) || first === second || first > 12) return { year, month: second, day: first };
  return second > 12 ? { year, month: first, day: second } : null;
}

function isYear(number: number): boolean {
  return isJalali(number) || (number >= GREGORIAN.from && number < GREGORIAN.to);
}

/** The Gregorian day, `2016-10-03`, of `2016-10-03`, `2016/10/3`, `1395/07/12`, `۱۳۹۵-۷-۱۲` or `2016-10-03 00:00:00`. */
export function parseDate(raw: string | number): Parsed<string> {
  const written = readDay(String(raw));
  const time = written === null ? null : isJalali(written.year) ? fromJalali(written) : fromGregorian(written);
  return time === null
    ? refused('not a day as 2026-11-21 or 1405/08/30')
    : parsed(new Date(time).toISOString().slice(0, 10));
}

function fromGregorian({ year, month, day }: WrittenDay): number | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null;
}

/** The year begins between 19 and 22 March; the calendar of ICU decides. */
function fromJalali({ year, month, day }: WrittenDay): number | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  const days = month <= 7 ? (month - 1) * 31 : 186 + (month - 7) * 30;
  const wanted = `${String(month)}/${String(day)}/${String(year)}`;
  const guess = Date.UTC(year + JALALI_OFFSET, 2, 19) + (days + day - 1) * DAY_MS;
  for (let time = guess; time <= guess + 4 * DAY_MS; time += DAY_MS)
    if (jalali.format(time).split(' ', 1)[0] === wanted) return time;
  return null;
}
