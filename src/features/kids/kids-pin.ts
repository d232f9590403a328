import { foldDigits } from '../../platform/text/digits.ts';

/** Four digits of any script as Latin digits, or null. */
export function parseKidsPin(text: string): string | null {
  const pin = foldDigits(text).trim();
  return /^\d{4}$/.test(pin) ? pin : null;
}
