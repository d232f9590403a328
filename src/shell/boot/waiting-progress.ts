import { parseProgressKey } from '../../features/progress/progress-storage.ts';

/** Loads the sender where this browser has progress that was saved offline or before the login. */
export function sendProgress(): void {
  try {
    if (Object.keys(localStorage).some(parseProgressKey))
      void import('./progress.ts').then(
        ({ watchProgress }) => watchProgress(),
        () => undefined,
      );
  } catch {
    // Storage may be forbidden.
  }
}
