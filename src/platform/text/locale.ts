/** Spec 1.01: Persian is the default and the fallback. */
export const LOCALES = ['fa', 'en'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'fa';

/** The locale named by any text; null where it names none of ours. */
export function parseLocale(value: string | null | undefined): Locale | null {
  return value === 'fa' || value === 'en' ? value : null;
}

/** Spec 1.03. */
export function getTextDirection(locale: Locale): 'rtl' | 'ltr' {
  return locale === 'fa' ? 'rtl' : 'ltr';
}

/** The name of a thing in a locale, where it carries both. */
export function nameIn(locale: Locale, named: { name_fa: string; name_en: string }): string {
  return locale === 'fa' ? named.name_fa : named.name_en || named.name_fa;
}
