import { OutageError } from '../limits/deadline.ts';

/** The root cause only: Drizzle's message quotes values of the statement, such as a mobile or a token's hash. */
export function describeError(error: unknown): string {
  const first = rootCause(error);
  return first instanceof Error ? `${first.name}: ${first.message.slice(0, 300)}` : typeof first;
}

export function isOutage(error: unknown): boolean {
  const first = rootCause(error);
  if (first instanceof OutageError) return true;
  if (!(first instanceof Error)) return false;
  const { message, name } = first;
  // Any other failure of a statement is the database's: also a table that is not there, as in a half restored one.
  if (/SQLITE_(CONSTRAINT|MISMATCH|RANGE)/.test(message)) return false;
  return (
    ['TimeoutError', 'AbortError', 'NetworkError'].includes(name) ||
    /^(D1|KV|R2|IMAGES)\b|D1_ERROR|SQLITE_|network connection lost|overloaded|storage operation|internal error|timed? ?out/i.test(
      message,
    ) ||
    'retryable' in first ||
    'overloaded' in first
  );
}

function rootCause(error: unknown): unknown {
  let at = error;
  for (let depth = 0; depth < 8 && at instanceof Error && at.cause !== undefined; depth += 1) at = at.cause;
  return at;
}
