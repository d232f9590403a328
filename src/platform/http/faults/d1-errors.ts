import { retryOnce } from '../../retry-once.ts';

/** Drizzle wraps D1's message in `cause`. */
function joinMessages(error: unknown): string {
  const texts: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) texts.push(at.message);
  return texts.join('\n');
}

export function isRefusedBy(error: unknown, rule: string): boolean {
  return joinMessages(error).includes(rule);
}

function isRule(error: unknown): boolean {
  return /SQLITE_CONSTRAINT|constraint failed/i.test(joinMessages(error));
}

/** Retries unless a constraint refused the write: a batch is atomic, but its answer may be lost. */
export function retryWrite<T>(write: () => Promise<T>): Promise<T> {
  return retryOnce(write, (error) => !isRule(error));
}
