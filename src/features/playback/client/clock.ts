import { getLocale } from '../../../platform/text/current-locale.ts';
import { perLocale } from '../../../platform/text/per-locale.ts';

const buildDigits = (width: number) =>
  perLocale((locale) => {
    const options = { minimumIntegerDigits: width, useGrouping: false };
    return new Intl.NumberFormat(locale === 'fa' ? 'fa-IR' : 'en-GB', options);
  });
const [oneDigit, twoDigits] = [buildDigits(1), buildDigits(2)];

/** 75 seconds: ۱:۱۵ or 1:15, with hours from the first on. */
export function formatClock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const hours = Math.floor(whole / 3600);
  const parts = [Math.floor(whole / 60) % 60, whole % 60];
  if (hours > 0) parts.unshift(hours);
  return parts.map((part, index) => (index > 0 ? twoDigits : oneDigit)(getLocale()).format(part)).join(':');
}
