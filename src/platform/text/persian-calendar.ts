const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_MONTH_DAYS = 31;
const parts = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
  ...{ day: 'numeric', month: 'numeric', year: 'numeric', timeZone: 'UTC' },
});

interface PersianDay {
  year: number;
  month: number;
  day: number;
}

/** Of an ISO day, such as `2026-11-29`. */
export function readPersianDay(iso: string): PersianDay {
  const read = parts.formatToParts(Date.parse(iso));
  const get = (kind: string) => Number(read.find(({ type }) => type === kind)?.value);
  return { year: get('year'), month: get('month'), day: get('day') };
}

/** The ISO day of a day of the Persian calendar; null where there is none, such as 31 Mehr. */
export function findIsoDay({ year, month, day }: PersianDay): string | null {
  if (month < 1 || month > 12 || day < 1 || day > MAX_MONTH_DAYS) return null;
  const fromNowruz = (month - 1) * 30 + Math.min(month - 1, 6) + day - 1;
  const guess = shiftDay(`${String(year + 621).padStart(4, '0')}-03-21`, fromNowruz);
  const near = [-2, -1, 0, 1, 2].map((days) => shiftDay(guess, days));
  return (
    near.find((iso) => {
      const read = readPersianDay(iso);
      return read.year === year && read.month === month && read.day === day;
    }) ?? null
  );
}

export function shiftDay(iso: string, days: number): string {
  return new Date(Date.parse(iso) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The ISO days of the Persian month of a day. */
export function listPersianMonth(iso: string): string[] {
  const first = shiftDay(iso, 1 - readPersianDay(iso).day);
  const { month } = readPersianDay(first);
  return Array.from({ length: MAX_MONTH_DAYS }, (_, at) => shiftDay(first, at)).filter(
    (day) => readPersianDay(day).month === month,
  );
}

/** The same day of the month after or before, or the last one of a shorter month. */
export function shiftPersianMonth(iso: string, direction: 1 | -1): string {
  const days = listPersianMonth(iso);
  const inside = direction === 1 ? shiftDay(days.at(-1) ?? iso, 1) : shiftDay(days[0] ?? iso, -1);
  const other = listPersianMonth(inside);
  return other[Math.min(readPersianDay(iso).day, other.length) - 1] ?? inside;
}

/** 0 is Saturday. */
export function getPersianWeekday(iso: string): number {
  return (new Date(iso).getUTCDay() + 1) % 7;
}
