import { foldNumber, readWhole } from './digits.ts';
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

/** Toman are whole, so a point groups them too. */
const UNIT = /(?<=\d) ?(?:تومان|tomans?)$/i;

export function parseToman(input: number | string): Outcome<number, 'amount_invalid'> {
  const toman =
    typeof input === 'number' ? input : Number(readWhole(foldNumber(input).replace(UNIT, '')) ?? Number.NaN);
  return Number.isSafeInteger(toman) && toman > 0 ? ok(toman) : fail('amount_invalid');
}
