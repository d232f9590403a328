import { getLocale } from './current-locale.ts';
import { buildDates, buildNumbers, formatDayOfMonthIn, formatNumberIn } from './format-in.ts';

const plain = buildNumbers({ useGrouping: false });
const dates = buildDates({ day: 'numeric', month: 'long', year: 'numeric' });
const weekdays = buildDates({ weekday: 'long' });
const times = buildDates({ hour: '2-digit', minute: '2-digit', hour12: false });

export function formatNumber(value: number, digits = 0): string {
  return formatNumberIn(getLocale(), value, digits);
}

export function formatPlain(value: number): string {
  return plain(getLocale()).format(value);
}

/** A number that is not an amount (of a phone, of a seal), in the digits of the locale. */
export function formatDigits(text: string): string {
  return text.replace(/\d/g, (digit) => formatPlain(Number(digit)));
}

/** Iranian works show the Jalali year that begins in March of the stored Gregorian year. */
export function formatYear(year: number, iranian: boolean): string {
  return formatPlain(getLocale() === 'fa' && iranian ? year - 621 : year);
}

export function formatDate(value: string | number): string {
  const date = typeof value === 'number' ? new Date(value * 1000) : new Date(`${value}T12:00:00+03:30`);
  const parts = dates(getLocale()).formatToParts(date);
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? '';
  return `${part('day')} ${part('month')} ${part('year')}`;
}

export function formatWeekday(date: string): { weekday: string; dayMonth: string } {
  const noon = new Date(`${date}T12:00:00+03:30`);
  return { weekday: weekdays(getLocale()).format(noon), dayMonth: formatDayOfMonthIn(getLocale(), noon) };
}

/** Epoch seconds → ۲۱:۳۰. */
export function formatTime(seconds: number): string {
  return times(getLocale()).format(seconds * 1000);
}
