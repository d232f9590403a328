import { foldDigits } from '../../../src/platform/text/digits.ts';
import { parsed, refused, type Parsed } from './parsed.ts';

/** Films are as old as this, and announced at most so far ahead. Gregorian years. */
const FIRST = 1888;
const AHEAD = 5;
/** Film years of the two calendars are far apart, so a year alone tells its calendar. */
const JALALI = { from: 1200, to: 1500 };
/** As the site shows them (src/platform/text/format.ts): a Jalali year is the Gregorian one in whose March it begins. */
const APART = 621;

/** The Gregorian year of `1395`, `۱۳۹۵`, `2016` or 2016. `thisYear` is Gregorian. */
export function parseYear(raw: string | number, thisYear: number): Parsed<number> {
  const text = foldDigits(String(raw)).trim();
  if (!/^\d{4}$/.test(text)) return refused('not a year of four digits');
  const number = Number(text);
  const year = number >= JALALI.from && number <= JALALI.to ? number + APART : number;
  if (year < FIRST || year > thisYear + AHEAD)
    return refused(`not a year of a film: ${FIRST} to ${thisYear + AHEAD}, or that in the Jalali calendar`);
  return parsed(year);
}
