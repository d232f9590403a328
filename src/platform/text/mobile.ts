import { foldDigits } from './digits.ts';

const MOBILE = /^(?:\+98|0098|98|0)?(9\d{9})$/;
/** Spaces, dashes, and direction marks that are copied along from contacts. */
const FILLERS = /[\s\u200b-\u200f\u202a-\u202e\u2066-\u2069\u2010-\u2015\u2212-]/g;

/** `09xxxxxxxxx` or null (spec 5.04). Any 09 number is valid: operators' prefixes change. */
export function parseMobile(text: string): string | null {
  const match = MOBILE.exec(foldDigits(text).replace(FILLERS, ''));
  return match?.[1] === undefined ? null : `0${match[1]}`;
}

/** `0912 345 6789` (spec 5.04); also while it is typed. */
export function formatMobile(mobile: string): string {
  return [mobile.slice(0, 4), mobile.slice(4, 7), mobile.slice(7)].filter((group) => group !== '').join(' ');
}

/** `0912***4567`, the only form that may be logged. */
export function maskMobile(mobile: string): string {
  return `${mobile.slice(0, 4)}***${mobile.slice(7)}`;
}
