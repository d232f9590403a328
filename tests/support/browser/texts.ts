import en from '../../../locales/en.json' with { type: 'json' };
import fa from '../../../locales/fa.json' with { type: 'json' };
import { fillBrand } from '../../../src/platform/text/fill-text.ts';
import type { Locale } from '../../../src/platform/text/locale.ts';

type Key = keyof typeof fa;
/** A text with plural forms goes by its stem, as in the messages. */
type Stem<K extends Key> = K extends `${infer S}_other` ? S : never;
export type TextKey = Key | Stem<Key>;
const TEXTS: Record<Locale, Partial<Record<string, string>>> = { fa, en };

/** A text of the interface in a locale, with its parameters filled in: tests find elements by what people read. */
export function text(locale: Locale, key: TextKey, values: Record<string, string> = {}): string {
  const form = new Intl.PluralRules(locale).select(Number(values['count']));
  const match = TEXTS[locale][key] ?? TEXTS[locale][`${key}_${form}`];
  if (match === undefined) throw new Error(`${locale} has no text ${key}`);
  const template = fillBrand(match, locale);
  return Object.entries(values).reduce((filled, [name, value]) => filled.replace(`{{${name}}}`, value), template);
}
