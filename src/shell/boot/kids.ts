import { isKids, KIDS_FLAG } from '../../platform/client/kids.ts';
import { KIDS_PATH } from '../../platform/paths.ts';

/**
 * The local flag of kids mode (spec 2.46). The server alone decides what a kids session sees; the flag follows it, and
 * where it is left without a session, start-up goes to /kids.
 */
export function watchKids(): void {
  try {
    if (document.querySelector('[data-kids-left]')) localStorage.removeItem(KIDS_FLAG);
    else if (isKids()) localStorage.setItem(KIDS_FLAG, '1');
    else if (localStorage.getItem(KIDS_FLAG) === '1' && location.pathname !== KIDS_PATH) location.replace(KIDS_PATH);
  } catch {
    // A browser that keeps nothing has no flag.
  }
}
