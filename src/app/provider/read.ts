/**
 * Tolerant reading of a provider's answers: a value of another type is converted where its meaning is plain, else it is
 * absent. Texts are cut, and lose their control characters; they are data, never HTML.
 */

export type Fields = Record<string, unknown>;

/** Control characters but tab and newline, and the marks that change the direction of what follows. */
// eslint-disable-next-line no-control-regex -- these are what is removed
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;
const TEXT_MAX = 5000;
const LIST_MAX = 500;

/** An object's fields; of anything else none. */
export function readFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The first of these fields that holds a text or a number. */
export function readText(fields: Fields, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const text = String(value).replace(UNSEEN, '').trim();
    if (text !== '') return text.slice(0, TEXT_MAX);
  }
  return null;
}

/** The first of these fields that holds a finite number, also as text in Latin or Persian digits. */
export function readNumber(fields: Fields, ...names: readonly string[]): number | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (typeof value !== 'string') continue;
    const latin = value
      .trim()
      .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
      .replace(/[,٬]/g, '');
    if (/^-?\d{1,15}(\.\d+)?$/.test(latin)) return Number(latin);
  }
  return null;
}

/** A whole number that is not negative, or null. */
export function readCount(fields: Fields, ...names: readonly string[]): number | null {
  const value = readNumber(fields, ...names);
  return value !== null && value >= 0 && Number.isSafeInteger(Math.round(value)) ? Math.round(value) : null;
}

/** An id as our addresses have it: a whole number from 1 with at most nine digits. */
export function readId(fields: Fields, ...names: readonly string[]): number | null {
  const value = readNumber(fields, ...names);
  return value !== null && Number.isInteger(value) && value >= 1 && value <= 999_999_999 ? value : null;
}

/** A flag: true, 1, '1' or 'true'. Null where the provider does not say. */
export function readFlag(fields: Fields, ...names: readonly string[]): boolean | null {
  for (const name of names) {
    const value = fields[name];
    if (value === true || value === 1 || value === '1' || value === 'true') return true;
    if (value === false || value === 0 || value === '0' || value === 'false') return false;
  }
  return null;
}

/** A list, or the values of a map; of anything else none. */
export function readList(value: unknown): unknown[] {
  const list = Array.isArray(value) ? (value as unknown[]) : Object.values(readFields(value));
  return list.slice(0, LIST_MAX);
}

/** What an answer holds at `data.data`, `data` or itself, whichever is deepest (section 7 says `data.data`). */
export function unwrap(body: unknown): unknown {
  const outer = readFields(body)['data'];
  if (outer === undefined) return body;
  const inner = readFields(outer)['data'];
  return inner ?? outer;
}

/** An http address of another host, without a user; null for anything else. */
export function readUrl(fields: Fields, ...names: readonly string[]): string | null {
  const text = readText(fields, ...names);
  if (text === null || !URL.canParse(text)) return null;
  const url = new URL(text);
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
    ? url.href
    : null;
}
