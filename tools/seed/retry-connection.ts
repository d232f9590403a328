import { retryOnce } from '../../src/platform/retry-once.ts';

/** Repeats idempotent work once after a lost connection: a busy workerd may close one that the next request takes. */
export function retryConnection<T>(work: () => Promise<T>): Promise<T> {
  return retryOnce(work, (error) => error instanceof TypeError && error.message === 'fetch failed');
}
