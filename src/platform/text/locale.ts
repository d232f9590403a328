export const LOCALES = ['fa', 'en'] as const; // Spec 1.01: Persian is the default and the fallback.
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'fa';

export function parseLocale(value: string | null | undefined): Locale | null {
  return value === 'fa' || value === 'en' ? value : null;
}

export function getTextDirection(locale: Locale): 'rtl' | 'ltr' {
  // Spec 1.03.
  return locale === 'fa' ? 'rtl' : 'ltr';
}

export function nameIn(locale: Locale, names: { name_fa: string; name_en: string }): string {
  return locale === 'fa' ? names.name_fa : names.name_en || names.name_fa;
}
