import { foldDigits } from './digits.ts';
import { fail, ok, type Outcome } from '../outcome.ts';

/** Money is integer toman. Rial only here, and compared in rial, so that nothing is divided. */
const RIAL_IN_TOMAN = 10;

export function toRial(toman: number): number {
  if (!Number.isSafeInteger(toman) || toman < 0) throw new RangeError(`${String(toman)} is no amount of toman`);
  return toman * RIAL_IN_TOMAN;
}

/** The only rounding of money: half up, to whole toman. */
export function computePercent(amount: number, percent: number): number {
  return Math.floor((amount * percent + 50) / 100);
}

const SEPARATOR = "[,،٬'’_\\u0020\\u00a0\\u2009\\u202f]";
const AMOUNT = new RegExp(`^(?:\\d{1,15}|\\d{1,3}(?:${SEPARATOR}\\d{3}){1,4})$`);
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** `amount_invalid` for a sign, fraction, exponent or zero. */
export function parseToman(input: number | string): Outcome<number, 'amount_invalid'> {
  const text = typeof input === 'number' ? String(input) : foldDigits(input).replace(INVISIBLE, '').trim();
  if (!AMOUNT.test(text)) return fail('amount_invalid');
  const toman = Number(text.replace(/\D/g, ''));
  return Number.isSafeInteger(toman) && toman > 0 ? ok(toman) : fail('amount_invalid');
}
