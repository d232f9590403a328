import { beforeAll, vi } from 'vitest';
import { MemoryCache } from './memory-cache.ts';

// Node has no Cache API. Each file begins with an empty one.
beforeAll(() => {
  const cache = new MemoryCache();
  vi.stubGlobal('caches', { default: cache, open: () => Promise.resolve(cache) });
});
