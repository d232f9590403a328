import { foldDigits } from './digits.ts';
import { fail, ok, type Outcome } from '../outcome.ts';

/**
 * Money is integer toman everywhere. Banks that speak rial get it from `toRial`, the only place of the factor; their
 * answers are compared in rial, so that nothing is ever divided.
 */
const RIAL_IN_TOMAN = 10;

/** Whole toman as rial. Throws on what is no amount: a slip of ours, never of a visitor. */
export function toRial(toman: number): number {
  if (!Number.isSafeInteger(toman) || toman < 0) throw new RangeError(`${String(toman)} is no amount of toman`);
  return toman * RIAL_IN_TOMAN;
}

/**
 * The one rounding of money: `percent` of `amount` to the nearest whole toman, a half upwards. Integers in and out,
 * so that no fraction is ever stored.
 */
export function computePercent(amount: number, percent: number): number {
  return Math.floor((amount * percent + 50) / 100);
}

/** Thousands separators of both languages: comma, Arabic comma and thousands mark, spaces, apostrophes, underscore. */
const SEPARATOR = "[,،٬'’_\\u0020\\u00a0\\u2009\\u202f]";
const AMOUNT = new RegExp(`^(?:\\d{1,15}|\\d{1,3}(?:${SEPARATOR}\\d{3}){1,4})$`);
/** What comes along with a number copied from a text. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * An amount as a visitor types it, as whole positive toman: Persian or Arabic digits, separators of thousands.
 * `amount_invalid` for anything else: a sign, a fraction, an exponent, zero.
 */
export function parseToman(input: number | string): Outcome<number, 'amount_invalid'> {
  const text = typeof input === 'number' ? String(input) : foldDigits(input).replace(INVISIBLE, '').trim();
  if (!AMOUNT.test(text)) return fail('amount_invalid');
  const toman = Number(text.replace(/\D/g, ''));
  return Number.isSafeInteger(toman) && toman > 0 ? ok(toman) : fail('amount_invalid');
}
