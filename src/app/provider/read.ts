import { foldDigits, parseDecimal } from '../../platform/text/digits.ts';

/** Converts plain cases, else null. Texts are cut and lose control characters; they are data, never HTML. */

export type Fields = Record<string, unknown>;

/** Control characters but tab and newline, and the marks that change the direction of what follows. */
// eslint-disable-next-line no-control-regex -- these are what is removed
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;
const TEXT_MAX = 5000;
const LIST_MAX = 500;

export function readFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function readText(fields: Fields, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const text = String(value).replace(UNSEEN, '').trim();
    if (text !== '') return text.slice(0, TEXT_MAX);
  }
  return null;
}

export function readNumber(fields: Fields, ...names: readonly string[]): number | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (typeof value !== 'string') continue;
    const number = parseDecimal(value);
    if (number !== null) return number;
  }
  return null;
}

export function readCount(fields: Fields, ...names: readonly string[]): number | null {
  const value = readNumber(fields, ...names);
  return value !== null && value >= 0 && Number.isSafeInteger(Math.round(value)) ? Math.round(value) : null;
}

const UNITS: Record<string, number> = { K: 1e3, M: 1e6, G: 1e9, T: 1e12, ک: 1e3, م: 1e6, گ: 1e9, ت: 1e12 };

/** Bytes, also from text as `700MB`, `1.4 GiB`, «۱٫۴ گیگابایت»; null for another text. */
export function readBytes(fields: Fields, ...names: readonly string[]): number | null {
  const plain = readCount(fields, ...names);
  if (plain !== null) return plain;
  const text = foldDigits(readText(fields, ...names) ?? '').replaceAll('٫', '.');
  const [, number = '', unit = '', rest = ''] = /^([\d.,٬]+)\s*(\p{L})?(\p{L}*)\.?$/u.exec(text) ?? [];
  const count = readNumber({ number: number.replace(/^(\d+),(\d{1,2})$/, '$1.$2') }, 'number');
  const isBytes = unit.toUpperCase() === 'B' || `${unit}${rest}` === 'بایت';
  const factor = isBytes ? 1 : UNITS[unit.toUpperCase()];
  return count === null || factor === undefined ? null : Math.round(count * factor);
}

export function readId(fields: Fields, ...names: readonly string[]): number | null {
  const value = readNumber(fields, ...names);
  return value !== null && Number.isInteger(value) && value >= 1 && value <= 999_999_999 ? value : null;
}

export function readFlag(fields: Fields, ...names: readonly string[]): boolean | null {
  for (const name of names) {
    const value = fields[name];
    if (value === true || value === 1 || value === '1' || value === 'true') return true;
    if (value === false || value === 0 || value === '0' || value === 'false') return false;
  }
  return null;
}

export function readList(value: unknown): unknown[] {
  const list = Array.isArray(value) ? (value as unknown[]) : Object.values(readFields(value));
  return list.slice(0, LIST_MAX);
}

/** `data.data`, `data` or the body: section 7 says `data.data`. */
export function unwrap(body: unknown): unknown {
  const outer = readFields(body)['data'];
  if (outer === undefined) return body;
  const inner = readFields(outer)['data'];
  return inner ?? outer;
}

/** The status of a failure that was sent with 200: some providers report it in the body alone. Null for a success. */
export function readErrorStatus(body: unknown): number | null {
  const fields = readFields(body);
  const { status, errors } = fields;
  const number = readNumber(fields, 'status');
  if (number !== null && number >= 400 && number <= 599) return Math.trunc(number);
  const isNamed = typeof status === 'string' && /^(error|fail(ed|ure)?)$/i.test(status);
  const isFailed = isNamed || status === false || readFlag(fields, 'success') === false;
  const lists = [errors, readFields(fields['data'])['errors']];
  return isFailed || lists.some((list) => readList(list).flat().length > 0) ? 422 : null;
}

export function readUrl(fields: Fields, ...names: readonly string[]): string | null {
  const text = readText(fields, ...names);
  if (text === null || !URL.canParse(text)) return null;
  const url = new URL(text);
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
    ? url.href
    : null;
}
