import { getLocale } from './current-locale.ts';
import { buildNumbers } from './format-in.ts';

const oneDigit = buildNumbers({ minimumIntegerDigits: 1, useGrouping: false });
const twoDigits = buildNumbers({ minimumIntegerDigits: 2, useGrouping: false });

/** 75 seconds: ۱:۱۵ or 1:15, with hours from the first on. */
export function formatClock(seconds: number): string {
  const wholeSeconds = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const hours = Math.floor(wholeSeconds / 3600);
  const parts = [Math.floor(wholeSeconds / 60) % 60, wholeSeconds % 60];
  if (hours > 0) parts.unshift(hours);
  return parts.map((part, index) => (index > 0 ? twoDigits : oneDigit)(getLocale()).format(part)).join(':');
}
