import { isKids, KIDS_FLAG } from '../../platform/client/kids.ts';
import { KIDS_PATH } from '../../platform/kids-path.ts';

/** Spec 2.46: the flag follows the server's session; a flag without a session leads to /kids. */
export function watchKids(): void {
  try {
    if (document.querySelector('[data-kids-left]')) localStorage.removeItem(KIDS_FLAG);
    else if (isKids()) localStorage.setItem(KIDS_FLAG, '1');
    else if (localStorage.getItem(KIDS_FLAG) === '1' && location.pathname !== KIDS_PATH) location.replace(KIDS_PATH);
  } catch {
    // Storage may be forbidden.
  }
}
