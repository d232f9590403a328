import { foldNumber } from './digits.ts';

const CLOCK = /^(?:(?:(\d{1,3}) ?: ?)?(\d{1,4}) ?: ?)?(\d{1,6})(?:[.,]\d{1,9})?$/;
const FRACTION = /[.,](\d+)$/;

/**
 * Seconds of `1:02:03`, `62:03`, `00:62:03.500`, `۱:۰۲:۰۳` or `3723`, rounded. Null for another text, and for more than 59
 * seconds beside minutes or minutes beside hours.
 */
export function parseClock(text: string): number | null {
  const folded = foldNumber(text);
  const [, hours = '0', minutes, seconds] = CLOCK.exec(folded) ?? [];
  if (seconds === undefined) return null;
  if (minutes !== undefined && Number(seconds) > 59) return null;
  if (Number(hours) > 0 && Number(minutes) > 59) return null;
  const fraction = Number(`0.${FRACTION.exec(folded)?.[1] ?? '0'}`);
  return Number(hours) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds) + Math.round(fraction);
}
