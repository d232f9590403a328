import type { Locale } from './locale.ts';
import { perLocale } from './per-locale.ts';

/** Tehran's time on server and browser, so that both print the same. */
const TIME_ZONE = 'Asia/Tehran';

const getLanguageTag = (locale: Locale) => (locale === 'fa' ? 'fa-IR' : 'en-GB');

export const buildNumbers = (options: Intl.NumberFormatOptions) =>
  perLocale((locale) => new Intl.NumberFormat(getLanguageTag(locale), options));

export const buildDates = (options: Intl.DateTimeFormatOptions) =>
  perLocale((locale) => {
    const calendar = locale === 'fa' ? { calendar: 'persian' } : {};
    return new Intl.DateTimeFormat(getLanguageTag(locale), { ...options, timeZone: TIME_ZONE, ...calendar });
  });

const numbers = [0, 1, 2].map((digits) => buildNumbers({ maximumFractionDigits: digits }));
const daysOfMonth = buildDates({ day: 'numeric', month: 'long' });

/** For scripts that carry no texts; islands and pages use `formatNumber` (format.ts). */
export function formatNumberIn(locale: Locale, value: number, digits = 0): string {
  return (numbers[digits] ?? buildNumbers({ maximumFractionDigits: digits }))(locale).format(value);
}

export function formatDigitsIn(locale: Locale, text: string): string {
  return text.replace(/\d/g, (digit) => formatNumberIn(locale, Number(digit)));
}

export function formatDayOfMonthIn(locale: Locale, date: Date): string {
  return daysOfMonth(locale).format(date);
}
