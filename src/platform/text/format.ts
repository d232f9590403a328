import type { Locale } from './locale.ts';
import { getLocale } from './current-locale.ts';

/** Numbers and dates in the current locale; always in Tehran's time, so that server and browser print the same. */
const TIME_ZONE = 'Asia/Tehran';
const tag = (locale: Locale) => (locale === 'fa' ? 'fa-IR' : 'en-GB');

/** 12345 → ۱۲٬۳۴۵ or 12,345. */
export function formatNumber(value: number, digits = 0): string {
  return new Intl.NumberFormat(tag(getLocale()), { maximumFractionDigits: digits }).format(value);
}

/** A number without grouping, as years and seasons are written. */
export function formatPlain(value: number): string {
  return new Intl.NumberFormat(tag(getLocale()), { useGrouping: false }).format(value);
}

/**
 * The year of a work: Gregorian is stored; an Iranian work shows the Jalali year in Persian.
 * A Jalali year covers parts of two Gregorian ones; films are dated by the one that begins in March.
 */
export function formatYear(year: number, iranian: boolean): string {
  return formatPlain(getLocale() === 'fa' && iranian ? year - 621 : year);
}

/** The day of an ISO date or epoch seconds: «۲۹ آبان ۱۴۰۵» or 20 November 2026. */
export function formatDate(value: string | number): string {
  const date = typeof value === 'number' ? new Date(value * 1000) : new Date(`${value}T12:00:00+03:30`);
  const parts = new Intl.DateTimeFormat(tag(getLocale()), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: TIME_ZONE,
    ...(getLocale() === 'fa' ? { calendar: 'persian' } : {}),
  }).formatToParts(date);
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? '';
  return `${part('day')} ${part('month')} ${part('year')}`;
}

/** The weekday of an ISO date, and its day and month: «شنبه», «۳۰ آبان»; Saturday, 21 November. */
export function formatWeekday(date: string): { weekday: string; dayMonth: string } {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag(getLocale()), {
      ...options,
      timeZone: TIME_ZONE,
      ...(getLocale() === 'fa' ? { calendar: 'persian' } : {}),
    }).format(new Date(`${date}T12:00:00+03:30`));
  return { weekday: format({ weekday: 'long' }), dayMonth: format({ day: 'numeric', month: 'long' }) };
}

/** The time of day of epoch seconds: ۲۱:۳۰. */
export function formatTime(seconds: number): string {
  return new Intl.DateTimeFormat(tag(getLocale()), {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZone: TIME_ZONE,
  }).format(seconds * 1000);
}
