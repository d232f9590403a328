import type { Locale } from './locale.ts';
import { getLocale } from './current-locale.ts';
import { perLocale } from './per-locale.ts';

/** Tehran's time on server and browser, so that both print the same. */
const TIME_ZONE = 'Asia/Tehran';
const tag = (locale: Locale) => (locale === 'fa' ? 'fa-IR' : 'en-GB');

const buildNumbers = (digits: number) =>
  perLocale((locale) => new Intl.NumberFormat(tag(locale), { maximumFractionDigits: digits }));
const numbers = [0, 1, 2].map(buildNumbers);
const plain = perLocale((locale) => new Intl.NumberFormat(tag(locale), { useGrouping: false }));
const buildDates = (options: Intl.DateTimeFormatOptions) =>
  perLocale((locale) => {
    const calendar = locale === 'fa' ? { calendar: 'persian' } : {};
    return new Intl.DateTimeFormat(tag(locale), { ...options, timeZone: TIME_ZONE, ...calendar });
  });
const dates = buildDates({ day: 'numeric', month: 'long', year: 'numeric' });
const weekdays = buildDates({ weekday: 'long' });
const daysOfMonth = buildDates({ day: 'numeric', month: 'long' });
const times = perLocale(
  (locale) =>
    new Intl.DateTimeFormat(tag(locale), { hour: '2-digit', minute: '2-digit', hour12: false, timeZone: TIME_ZONE }),
);

export function formatNumber(value: number, digits = 0): string {
  return (numbers[digits] ?? buildNumbers(digits))(getLocale()).format(value);
}

export function formatPlain(value: number): string {
  return plain(getLocale()).format(value);
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
  return { weekday: weekdays(getLocale()).format(noon), dayMonth: daysOfMonth(getLocale()).format(noon) };
}

/** Epoch seconds → ۲۱:۳۰. */
export function formatTime(seconds: number): string {
  return times(getLocale()).format(seconds * 1000);
}
