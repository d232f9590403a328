import { vi } from 'vitest';

/** Waits until a check passes, and gives its value. The limit is against what hangs, not a bar: a machine may be slow. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 90_000 });
}
