import type { Result } from '../platform/client/api.ts';
import { LruCache } from '../platform/http/cache/lru-cache.ts';

/** A page in demand is rendered for many addresses at once; nobody sees a title a second later than its change. */
const MAX_AGE_MS = 1000;
const MAX = 200;

const answers = new LruCache<{ value: unknown }>({ max: MAX });

/** The successful answer of the last second for this key, or that of `load`. It is frozen: other pages get the same. */
export async function readAnswer<T>(key: string, load: () => Promise<Result<T>>): Promise<Result<T>> {
  const entry = answers.get(key);
  if (entry) return { ok: true, value: entry.value as T };
  const result = await load();
  if (!result.ok) return result;
  answers.put(key, { value: freeze(result.value) }, MAX_AGE_MS);
  return result;
}

export function clearAnswers(): void {
  answers.clear();
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
