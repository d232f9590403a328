const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'; // Spec 5.01.
const CODE = /^[0-9a-zA-Z]{1,10}$/; // Spec 5.01, 9.02.
/** 18 decimal digits fit below 2^63, and ten characters of base 62 do not need more. */
const NUMBER = /^\d{1,18}$/;

export type Referrer = number | string; // Decimal text above 2^53 − 1, where a number would be inexact

/** Null where the code is not accepted (spec 5.01, 9.02). */
export function decodeReferralCode(code: string): Referrer | null {
  if (!CODE.test(code)) return null;
  return toReferrer(Array.from(code).reduce((sum, digit) => sum * 62n + BigInt(ALPHABET.indexOf(digit)), 0n));
}

/** From `ref` or /ref/<code> (spec 2.09, 5.01). */
export function readReferral(url: URL): { code: string; number: Referrer } | null {
  const code = url.searchParams.get('ref') ?? /^\/ref\/([^/]+)\/?$/.exec(url.pathname)?.[1] ?? '';
  const number = decodeReferralCode(code);
  return number === null ? null : { code, number };
}

/** 0 unless numeric (spec 5.02). */
export function numericReferrer(value: string | number | null | undefined): Referrer {
  const digits = String(value ?? '');
  return NUMBER.test(digits) ? toReferrer(BigInt(digits)) : 0;
}

function toReferrer(value: bigint): Referrer {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
