import { TEHRAN_OFFSET_SECONDS } from './tehran-week.ts';

const DAY_SECONDS = 24 * 60 * 60;
const MAX_MONTH_DAYS = 31;
const dayOfMonth = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', { day: 'numeric', timeZone: 'UTC' });

/** The Jalali month of a Tehran midnight and `count` - 1 before it, the newest first. Epoch seconds, `to` excluded. */
export function listJalaliMonths(midnight: number, count: number): { from: number; to: number }[] {
  const months: { from: number; to: number }[] = [];
  let from = findMonthStart(midnight);
  let to = findMonthStart(from + MAX_MONTH_DAYS * DAY_SECONDS);
  while (months.length < count) {
    months.push({ from, to });
    to = from;
    from = findMonthStart(from - DAY_SECONDS);
  }
  return months;
}

function findMonthStart(midnight: number): number {
  const day = dayOfMonth.formatToParts((midnight + TEHRAN_OFFSET_SECONDS) * 1000).find(({ type }) => type === 'day');
  return midnight - (Number(day?.value) - 1) * DAY_SECONDS;
}
