import { foldNumber, parseDecimal } from '../../../platform/text/digits.ts';

/** `1.200` is 1200 in one program and 1.2 in another. */
const AMBIGUOUS = /^\d{1,3}(?:\.\d{3})+$/;

/** A number as a spreadsheet or a program writes it; the reason where it can be read in two ways, or in none. */
export function parseNumber(raw: string | number): number | 'ambiguous' | null {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : null;
  return AMBIGUOUS.test(foldNumber(raw)) ? 'ambiguous' : parseDecimal(raw);
}

/** A whole number; `1396.0` is one. Null for every other text. */
export function parseWhole(raw: string | number): number | null {
  const number = parseNumber(raw);
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}
