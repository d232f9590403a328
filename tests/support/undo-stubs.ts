import { afterAll, vi } from 'vitest';

// Test files share a process: nothing that one has put in the place of a global or a module may reach the next.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  // Nor may what a module keeps in memory for some seconds, by the clock of its own file.
  vi.resetModules();
});
