import { getLocale } from '../text/current-locale.ts';
import { overwriteGetLocale } from '../text/desk/runtime.js';

/** The desk's texts are a project of their own, with a locale of their own. */
export function shareLocale(): void {
  overwriteGetLocale(getLocale);
}
