import { afterAll, vi } from 'vitest';

// The files of tests/api share their modules: nothing that one has put in their place may reach the next.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  // Nor may what a module keeps in memory for some seconds, by the clock of its own file.
  vi.resetModules();
});
