/** Expected failures are returned, not thrown. */
export type Outcome<T, Code extends string = string> = { ok: true; value: T } | Failure<Code>;

export interface Failure<Code extends string = string> {
  ok: false;
  code: Code;
  fields?: Record<string, Code>;
  retryAfter?: number; // seconds
  values?: Record<string, string>;
}

export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export function fail<Code extends string>(code: Code, extra: Omit<Failure<Code>, 'ok' | 'code'> = {}): Failure<Code> {
  return { ok: false, code, ...extra };
}
