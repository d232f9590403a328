import { isKids } from '../../platform/client/kids.ts';
import { PROGRESS_PREFIX } from '../../features/progress/progress-prefix.ts';

/** The parts of a viewer with an account, and of a browser that keeps progress. Most visitors load none of them. */
export function loadOwn(): void {
  try {
    if (
      'signedIn' in document.documentElement.dataset ||
      isKids() ||
      Object.keys(localStorage).some((key) => key.startsWith(PROGRESS_PREFIX))
    )
      void import('./own-parts.ts').then(
        (parts) => parts.watchOwn(),
        () => undefined,
      );
  } catch {
    // Storage may be forbidden.
  }
}
