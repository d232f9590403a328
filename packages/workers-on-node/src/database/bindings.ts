export type Value = string | number | null | Uint8Array;

/** The values that a text asks for: how many, which of them follow LIMIT, and the texts with those in them. */
export interface Bindings {
  count: number;
  limits: readonly number[];
  inlined: Map<string, string>;
}

/** Texts, names and comments, in which a question mark is not a value, or a question mark, with LIMIT before it. */
const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(\blimit\s+)?(\?)/gi;

export function findBindings(sql: string): Bindings {
  const marks = [...sql.matchAll(TOKENS)].filter(([, , mark]) => mark !== undefined);
  const limits = marks.flatMap(([, limit], at) => (limit === undefined ? [] : [at]));
  return { count: marks.length, limits, inlined: new Map() };
}

export function inlineLimits(
  sql: string,
  values: readonly Value[],
  limits: readonly number[],
  inlined: Map<string, string>,
): string {
  const key = limits.map((at) => String(values[at])).join(' ');
  let at = -1;
  const text =
    inlined.get(key) ??
    sql.replace(TOKENS, (token, limit?: string, mark?: string) => {
      if (mark !== undefined) at += 1;
      return limit === undefined ? token : limit + String(values[at]);
    });
  inlined.set(key, text);
  return text;
}
