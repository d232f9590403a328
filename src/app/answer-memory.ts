import type { Result } from '../platform/client/api.ts';
import { isAhead } from '../platform/http/clock.ts';

/** A page in demand is rendered for many addresses at once; nobody sees a title a second later than its change. */
const MAX_AGE_MS = 1000;
const MAX = 200;

interface KeptAnswer {
  value: unknown;
  until: number;
}

const answers = new Map<string, KeptAnswer>();

/** The successful answer of the last second for this key, or that of `load`. It is frozen: other pages get the same. */
export async function recallAnswer<T>(key: string, load: () => Promise<Result<T>>): Promise<Result<T>> {
  const entry = answers.get(key);
  if (entry && isAhead(entry.until, Date.now(), MAX_AGE_MS)) return { ok: true, value: entry.value as T };
  const result = await load();
  if (!result.ok) return result;
  answers.delete(key);
  answers.set(key, { value: freeze(result.value), until: Date.now() + MAX_AGE_MS });
  const [oldest] = answers.keys();
  if (answers.size > MAX && oldest !== undefined) answers.delete(oldest);
  return result;
}

export function forgetAnswers(): void {
  answers.clear();
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
