/** Spec 5.01: base 62 in this order of digits. */
const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Spec 5.01, 9.02: shorter than eleven characters. */
const CODE = /^[0-9a-zA-Z]{1,10}$/;
/** Ten characters of base 62 are at most 18 decimal digits: less than 2^63, so that a database holds every one. */
const NUMBER = /^\d{1,18}$/;

/** A referrer's number; as decimal text above 2^53 − 1, where a JavaScript number would be another referrer's. */
export type Referrer = number | string;

/** The number that a `ref` code stands for, or null where it is not accepted (spec 5.01, 9.02). */
export function decodeReferralCode(code: string): Referrer | null {
  if (!CODE.test(code)) return null;
  return toReferrer(Array.from(code).reduce((sum, digit) => sum * 62n + BigInt(ALPHABET.indexOf(digit)), 0n));
}

/** The code that an address carries, in its `ref` or as /ref/<code>, with its number; null where there is none (spec 2.09, 5.01). */
export function readReferral(url: URL): { code: string; number: Referrer } | null {
  const code = url.searchParams.get('ref') ?? /^\/ref\/([^/]+)\/?$/.exec(url.pathname)?.[1] ?? '';
  const number = decodeReferralCode(code);
  return number === null ? null : { code, number };
}

/** The referrer's number in a cookie, a payload or a row: used only if it is numeric, else 0 (spec 5.02). */
export function numericReferrer(value: string | number | null | undefined): Referrer {
  const digits = String(value ?? '');
  return NUMBER.test(digits) ? toReferrer(BigInt(digits)) : 0;
}

function toReferrer(value: bigint): Referrer {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
