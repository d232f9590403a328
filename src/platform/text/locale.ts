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

/** The poster whose lettering is in the viewer's language, if it has one of its own. */
export function artIn(locale: Locale, { art, art_en }: { art: string | null; art_en?: string | null | undefined }) {
  return locale === 'en' ? (art_en ?? art) : art;
}

export function nameIn(locale: Locale, names: { name_fa: string; name_en: string }): string {
  return locale === 'fa' ? names.name_fa : names.name_en || names.name_fa;
}
