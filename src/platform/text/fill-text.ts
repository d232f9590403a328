import brand from '../config/brand.json' with { type: 'json' };
import { nameBrand } from './brand-name.ts';
import type { Locale } from './locale.ts';

export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** Fills the site's names in a text that comes from the locales' files; compiled messages have them. */
export function fillBrand(text: string, locale: Locale): string {
  return fillText(text, {
    brand: nameBrand('name', locale, brand.name[locale]),
    brand_kids: nameBrand('kids', locale, brand.kids[locale]),
  });
}
