import { getTextDirection, type Locale } from './locale.ts';
import { getLocale as current, overwriteGetLocale } from './paraglide/runtime.js';

/**
 * Which locale messages are in. On the server it belongs to the request (see `runInLocale` in locale-server.ts);
 * in a browser it is the document's. A module-level locale would leak one visitor's language into another's page.
 */
export function useLocaleFrom(source: () => Locale): void {
  overwriteGetLocale(source);
}

if (typeof document !== 'undefined') useLocaleFrom(() => (document.documentElement.lang === 'en' ? 'en' : 'fa'));

/** The locale of this request, or of this document. */
export function getLocale(): Locale {
  return current();
}

/** The writing direction of the current locale (spec 1.03). */
export function getDirection(): 'rtl' | 'ltr' {
  return getTextDirection(getLocale());
}
