import * as v from 'valibot';
import { foldDigits } from '../../../../platform/text/digits.ts';

/** Banks also send numbers as text, in any digits, with separators or a fraction of zeros. Null for all else. */
export function readBankInteger(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null;
  if (typeof value !== 'string') return null;
  const text = foldDigits(value.normalize('NFKC').replace(/\p{Cf}/gu, ''))
    .trim()
    .replace('−', '-')
    .replace(/(?<=\d)[,٬](?=\d{3}(?!\d))/g, '');
  const number = /^[+-]?\d+([.٫]0+)?$/.test(text) ? Number.parseInt(text, 10) : NaN;
  return Number.isSafeInteger(number) ? number : null;
}

export const bankInteger = v.pipe(v.unknown(), v.transform(readBankInteger), v.number());

/** A number or a name, as text. */
export const bankText = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** A field that no verdict depends on: another type leaves it out. */
export const optionalBankText = v.fallback(v.nullish(bankText), null);

export const bankFlag = v.pipe(
  v.unknown(),
  v.transform((value) => (typeof value === 'string' ? value.trim().toLowerCase() : value)),
  v.union([v.boolean(), v.picklist([0, 1, '0', '1', 'true', 'false'])]),
  v.transform((value) => value === true || value === 1 || value === '1' || value === 'true'),
);
