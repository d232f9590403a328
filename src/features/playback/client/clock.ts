import { getLocale } from '../../../platform/text/current-locale.ts';

/** 75 seconds: ۱:۱۵ or 1:15, with hours from the first on. */
export function formatClock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const hours = Math.floor(whole / 3600);
  const parts = [Math.floor(whole / 60) % 60, whole % 60];
  if (hours > 0) parts.unshift(hours);
  return parts.map((part, index) => digits(part, index > 0 ? 2 : 1)).join(':');
}

function digits(value: number, width: number): string {
  const tag = getLocale() === 'fa' ? 'fa-IR' : 'en-GB';
  return new Intl.NumberFormat(tag, { minimumIntegerDigits: width, useGrouping: false }).format(value);
}
