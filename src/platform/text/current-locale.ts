import { getTextDirection, type Locale } from './locale.ts';
import { getLocale as current, overwriteGetLocale } from './paraglide/runtime.js';

/** A module-level locale would leak one visitor's language into another's page (locale-server.ts). */
export function useLocaleFrom(source: () => Locale): void {
  overwriteGetLocale(source);
}

if (typeof document !== 'undefined') useLocaleFrom(() => (document.documentElement.lang === 'en' ? 'en' : 'fa'));

export function getLocale(): Locale {
  return current();
}

export function getDirection(): 'rtl' | 'ltr' {
  // Spec 1.03.
  return getTextDirection(getLocale());
}
