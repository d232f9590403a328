import { afterAll, beforeAll, vi } from 'vitest';
import { MemoryCache } from './memory-cache.ts';

// Node has no Cache API. Each file begins with an empty one.
beforeAll(() => {
  const cache = new MemoryCache();
  vi.stubGlobal('caches', { default: cache, open: () => Promise.resolve(cache) });
});

// The files of tests/api share their modules: nothing that one has put in their place may reach the next.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  // Nor may what a module keeps in memory for some seconds, by the clock of its own file.
  vi.resetModules();
});
