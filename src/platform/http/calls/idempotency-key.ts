import * as v from 'valibot';

/** IETF draft-ietf-httpapi-idempotency-key-header: a structured-field string. The quotes may be missing. */
const HEADER = 'idempotency-key';
const KEY = /^[\w.:-]{16,128}$/;

export const idempotencyKeyInput = v.optional(v.pipe(v.string(), v.regex(KEY)));

export function isIdempotencyKey(text: string): boolean {
  return KEY.test(text);
}

/** Undefined without a key, null for a malformed one. */
export function readIdempotencyKey(headers: Headers): string | null | undefined {
  const text = headers.get(HEADER);
  if (text === null) return undefined;
  const key = /^"(.*)"$/.exec(text)?.[1] ?? text;
  return isIdempotencyKey(key) ? key : null;
}
