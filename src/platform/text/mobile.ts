import { foldDigits } from './digits.ts';

const MOBILE = /^(?:\+98|0098|98|0)?(9\d{9})$/;
/** Spaces, dashes, and the invisible direction marks that come along when a number is copied from contacts. */
const FILLERS = /[\s\u200b-\u200f\u202a-\u202e\u2066-\u2069\u2010-\u2015\u2212-]/g;

/**
 * An Iranian mobile number as `09xxxxxxxxx`, or null (spec 5.04): an optional +98, 0098, 98 or 0, then 9 and nine
 * digits. Persian and Arabic digits, spaces and dashes are accepted. Any 09 number is: operators' prefixes move.
 */
export function parseMobile(text: string): string | null {
  const match = MOBILE.exec(foldDigits(text).replace(FILLERS, ''));
  return match?.[1] === undefined ? null : `0${match[1]}`;
}

/** Digits in 4-3-4 groups, `0912 345 6789` (spec 5.04); fewer digits fill as many groups as they reach. */
export function formatMobile(mobile: string): string {
  return [mobile.slice(0, 4), mobile.slice(4, 7), mobile.slice(7)].filter((group) => group !== '').join(' ');
}

/** `0912***4567`, the only form in which a number may be logged. */
export function maskMobile(mobile: string): string {
  return `${mobile.slice(0, 4)}***${mobile.slice(7)}`;
}
