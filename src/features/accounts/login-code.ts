import { readDigits } from '../../platform/text/digits.ts';

/** A code in Latin digits or null: four digits (spec 5.06, 9.08), or ten (decision 036). */
export function parseLoginCode(text: string): string | null {
  const code = readDigits(text);
  return code !== null && /^(\d{4}|\d{10})$/.test(code) ? code : null;
}
