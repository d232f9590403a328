import { foldDigits } from '../../platform/text/digits.ts';

/**
 * A login code in Latin digits, trimmed, or null: four digits (spec 5.06, 9.08), or the ten of a mobile that too many
 * ask for (decision 036).
 */
export function parseLoginCode(text: string): string | null {
  const code = foldDigits(text).trim();
  return /^(\d{4}|\d{10})$/.test(code) ? code : null;
}
