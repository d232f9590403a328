import type { Locale } from './locale.ts';
import { getLocale } from './current-locale.ts';

/** Tehran's time on server and browser, so that both print the same. */
const TIME_ZONE = 'Asia/Tehran';
const tag = (locale: Locale) => (locale === 'fa' ? 'fa-IR' : 'en-GB');

export function formatNumber(value: number, digits = 0): string {
  return new Intl.NumberFormat(tag(getLocale()), { maximumFractionDigits: digits }).format(value);
}

export function formatPlain(value: number): string {
  return new Intl.NumberFormat(tag(getLocale()), { useGrouping: false }).format(value);
}

/** Iranian works show the Jalali year that begins in March of the stored Gregorian year. */
export function formatYear(year: number, iranian: boolean): string {
  return formatPlain(getLocale() === 'fa' && iranian ? year - 621 : year);
}

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

export function formatWeekday(date: string): { weekday: string; dayMonth: string } {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag(getLocale()), {
      ...options,
      timeZone: TIME_ZONE,
      ...(getLocale() === 'fa' ? { calendar: 'persian' } : {}),
    }).format(new Date(`${date}T12:00:00+03:30`));
  return { weekday: format({ weekday: 'long' }), dayMonth: format({ day: 'numeric', month: 'long' }) };
}

/** Epoch seconds → ۲۱:۳۰. */
export function formatTime(seconds: number): string {
  return new Intl.DateTimeFormat(tag(getLocale()), {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZone: TIME_ZONE,
  }).format(seconds * 1000);
}
