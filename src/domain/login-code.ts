import { foldDigits } from './digits.ts';

/** A login code as four Latin digits, trimmed, or null (spec 5.06, 9.08). */
export function parseLoginCode(text: string): string | null {
  const code = foldDigits(text).trim();
  return /^\d{4}$/.test(code) ? code : null;
}
