import { isJalali, JALALI_OFFSET, readDay } from './date.ts';
import { parseWhole } from './number.ts';
import { parsed, refused, type Parsed } from './parsed.ts';

/** Films are as old as this, and announced at most so far ahead. Gregorian years. */
const FIRST = 1888;
const AHEAD = 5;
/** The Gregorian year of `1395`, `۱۳۹۵`, `2016`, `1396.0` or a day of it, `1395/07/12`. `thisYear` is Gregorian. */
export function parseYear(raw: string | number, thisYear: number): Parsed<number> {
  const number = parseWhole(raw) ?? readDay(String(raw))?.year;
  if (number === undefined || number < 1000 || number > 9999) return refused('not a year of four digits');
  const year = isJalali(number) ? number + JALALI_OFFSET : number;
  if (year < FIRST || year > thisYear + AHEAD)
    return refused(`not a year of a film: ${FIRST} to ${thisYear + AHEAD}, or that in the Jalali calendar`);
  return parsed(year);
}
