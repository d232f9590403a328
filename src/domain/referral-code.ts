/** Spec 5.01: base 62 in this order of digits. */
const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Spec 5.01, 9.02: shorter than eleven characters. */
const CODE = /^[0-9a-zA-Z]{1,10}$/;

/**
 * The number that a `ref` code stands for, or null where it is not accepted (spec 5.01).
 * Ten characters can say more than 2^53 − 1; such a code is refused, since it would turn into another's number.
 */
export function decodeReferralCode(code: string): number | null {
  if (!CODE.test(code)) return null;
  const number = Array.from(code).reduce((sum, digit) => sum * 62 + ALPHABET.indexOf(digit), 0);
  return Number.isSafeInteger(number) ? number : null;
}

/** The code that an address carries, in its `ref` or as /ref/<code>, with its number; null where there is none (spec 2.09, 5.01). */
export function referralOf(url: URL): { code: string; number: number } | null {
  const code = url.searchParams.get('ref') ?? /^\/ref\/([^/]+)\/?$/.exec(url.pathname)?.[1] ?? '';
  const number = decodeReferralCode(code);
  return number === null ? null : { code, number };
}

/** The referrer's number in a cookie or a payload: used only if it is numeric, else 0 (spec 5.02). */
export function numericReferrer(value: string | number | null | undefined): number {
  if (!/^\d{1,16}$/.test(String(value ?? ''))) return 0;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : 0;
}
