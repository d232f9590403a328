/** A parser's answer: a value, or the reason for none in words for the operator. Parsers never throw. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string };

export function parsed<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export function refused(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
