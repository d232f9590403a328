import en from '../../locales/en.json' with { type: 'json' };
import fa from '../../locales/fa.json' with { type: 'json' };
import type { Locale } from '../../src/domain/locale.ts';

export type TextKey = keyof typeof fa;
const TEXTS = { fa, en };

/** A text of the interface in a locale, with its parameters filled in: tests find elements by what people read. */
export function text(locale: Locale, key: TextKey, values: Record<string, string> = {}): string {
  return Object.entries(values).reduce(
    (filled, [name, value]) => filled.replace(`{{${name}}}`, value),
    TEXTS[locale][key],
  );
}
