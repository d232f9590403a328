const DIGIT = /\p{Nd}/u;

/** Decimal digits of every script to Latin (Unicode category Nd; spec 5.04). */
export function foldDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(getDigitValue(digit.codePointAt(0) ?? 0)));
}

/** Unicode encodes the digits of a script in one run from 0 to 9 (The Unicode Standard, 4.6). */
function getDigitValue(code: number): number {
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

/** Invisible characters and combining marks, which are copied along with a number. U+FEFF is also a space. */
const INVISIBLE = /(?!\s)\p{C}|\ufeff|[\p{M}\p{DI}]/gu;

export function stripInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** A pasted number in ASCII, by Unicode categories. Letters stay. Count its characters after this (issue 33). */
export function foldNumber(text: string): string {
  const plain = text.replaceAll('´', "'").replace(/[\p{P}\p{S}]/gu, (sign) => sign.normalize('NFKC'));
  return foldDigits(stripInvisible(plain))
    .replace(/[\s\p{Z}]+/gu, ' ')
    .replace(/\p{Dash}/gu, '-')
    .replaceAll('٫', '.')
    .replace(/[\p{Pi}\p{Pf}`]/gu, "'")
    .replace(/(?![ -~])\p{Po}/gu, ',')
    .trim();
}

export function readDigits(text: string): string | null {
  const folded = foldNumber(text);
  return /[\p{L}\p{N}]/u.test(folded.replace(/\d/g, '')) ? null : folded.replace(/\D/g, '');
}

const WHOLE = /^(?:\d{1,15}|\d{1,3}([ ,.'_])\d{3}(?:\1\d{3}){0,3})$/;

/** The digits of a whole number that may be grouped by any separator: `1,200`, `۱٬۲۰۰`, `1 200`. Null for another text. */
export function readWhole(text: string): string | null {
  const folded = foldNumber(text);
  return WHOLE.test(folded) ? folded.replace(/\D/g, '') : null;
}

const DECIMAL = /^[+-]?(?:\d{1,15}|\d{1,3}([ ,'_])\d{3}(?:\1\d{3}){0,3})(?:\.\d+)?$/;

/** The number that a text is: `1,200`, `۱٬۲۰۰٫۵`, `7.20`, `−3`. Null for another text, also for an exponent. */
export function parseDecimal(text: string): number | null {
  const folded = foldNumber(text);
  return DECIMAL.test(folded) ? Number(folded.replace(/[ ,'_]/g, '')) : null;
}

/** A discount code as it is stored: capitals without spaces, Persian letters for Arabic ones, nothing invisible. */
export function foldCode(text: string): string {
  return foldDigits(stripInvisible(text.normalize('NFKC')))
    .replace(/\p{Dash}/gu, '-')
    .replace(/[\s\p{Z}]/gu, '')
    .replace(/[يى]/g, 'ی')
    .replaceAll('ك', 'ک')
    .toUpperCase();
}

/** A whole number in Persian digits, without grouping. */
export function toPersianDigits(value: number): string {
  return String(value).replace(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number(digit)));
}
