import type { Locale } from './locale.ts';

/** Creates an Intl object at its first use in a locale and keeps it: to create one costs more than to format. */
export function perLocale<T>(create: (locale: Locale) => T): (locale: Locale) => T {
  const created = new Map<Locale, T>();
  return (locale) => {
    const formatter = created.get(locale);
    if (formatter !== undefined) return formatter;
    const value = create(locale);
    created.set(locale, value);
    return value;
  };
}
