import { foldDigits } from '../../platform/text/digits.ts';

/** A parent's PIN as four Latin digits, whichever digits it was typed in, or null. */
export function parseKidsPin(text: string): string | null {
  const pin = foldDigits(text).trim();
  return /^\d{4}$/.test(pin) ? pin : null;
}
