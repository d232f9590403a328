import { MOBILE_MAX_LENGTH } from '../config/constants.ts';
import { foldNumber } from './digits.ts';

const MOBILE = /^(?:\+98|0098|98|0)?(9\d{9})$/;
/** `09xxxxxxxxx` or null (spec 5.04). Any 09 number is valid: operators' prefixes change. */
export function parseMobile(text: string): string | null {
  const match = MOBILE.exec(dropSeparators(text));
  return match?.[1] === undefined ? null : `0${match[1]}`;
}

/** `+` and digits of a number that is copied from anywhere: `tel:+98-912…`, `+98 (0)912…`, `۹۸۹۱۲…+`. */
function dropSeparators(text: string): string {
  return foldNumber(text)
    .replace(/^tel:/i, '')
    .replace('(0)', '')
    .replace(/(?!\+)[\p{P}\p{S}\s]/gu, '')
    .replace(/^(\d+)\+$/, '+$1');
}

/** The text, or the first 13 characters of a longer number (spec 5.04). They are counted without separators. */
export function limitMobile(text: string): string {
  const number = dropSeparators(text).replace(/^00/, '+');
  return number.length > MOBILE_MAX_LENGTH ? number.slice(0, MOBILE_MAX_LENGTH) : text;
}

/** `0912 345 6789` (spec 5.04); also while it is typed. */
export function formatMobile(mobile: string): string {
  return [mobile.slice(0, 4), mobile.slice(4, 7), mobile.slice(7)].filter((group) => group !== '').join(' ');
}

/** `0912***4567`, the only form that may be logged. */
export function maskMobile(mobile: string): string {
  return `${mobile.slice(0, 4)}***${mobile.slice(7)}`;
}
