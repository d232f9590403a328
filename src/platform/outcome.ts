/** What a service answers: a value, or a failure with a code. Nothing expected is thrown. */
export type Outcome<T, Code extends string = string> = { ok: true; value: T } | Failure<Code>;

export interface Failure<Code extends string = string> {
  ok: false;
  code: Code;
  /** The fields it is about, each with the code of its text. */
  fields?: Record<string, Code>;
  /** Seconds until another try makes sense. */
  retryAfter?: number;
  /** What its text names, by the placeholder that it fills. */
  values?: Record<string, string>;
}

export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export function fail<Code extends string>(code: Code, extra: Omit<Failure<Code>, 'ok' | 'code'> = {}): Failure<Code> {
  return { ok: false, code, ...extra };
}
