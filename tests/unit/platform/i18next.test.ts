import i18next, { type FormatterModule } from 'i18next';
import { expect, test } from 'vitest';
import { parseMessageKey } from '../../../project.inlang/texts-plugin.js';
import brand from '../../../src/platform/config/brand.json' with { type: 'json' };
import { formatNumberIn } from '../../../src/platform/text/format-in.ts';
import { LOCALES, type Locale } from '../../../src/platform/text/locale.ts';
import { m } from '../../../src/platform/text/paraglide/messages.js';
import en from '../../../locales/en.json' with { type: 'json' };
import fa from '../../../locales/fa.json' with { type: 'json' };

type Message = (values: Record<string, unknown>, options: { locale: Locale }) => string;

const TEXTS: Record<Locale, Record<string, string>> = { fa, en };
const COUNTS = [0, 1, 2, 3, 11, 21, 1000, 1_234_567];
/** Of a name, a number, and what a replacement or a page would take for its own. */
const VALUES = ['سارا', '<b>Sara & Co.</b>', '$& $1 $t(account_menu)', '{{count}} {{brand}}', ''];

async function createReader(locale: Locale) {
  const reader = i18next.createInstance().use<FormatterModule>({
    type: 'formatter',
    init: () => undefined,
    add: () => undefined,
    addCached: () => undefined,
    format: (value: unknown) => (typeof value === 'number' ? formatNumberIn(locale, value) : String(value)),
  });
  await reader.init({
    lng: locale,
    fallbackLng: false,
    resources: { [locale]: { translation: TEXTS[locale] } },
    interpolation: {
      escapeValue: false,
      alwaysFormat: true,
      defaultVariables: { brand: brand.name[locale], brand_kids: brand.kids[locale] },
    },
  });
  return reader;
}

for (const locale of LOCALES) {
  test(`i18next renders every text of ${locale} as our compiled messages do, plurals and numbers included`, async () => {
    const reader = await createReader(locale);
    const messages = m as unknown as Record<string, Message>;
    const ids = new Set(Object.keys(TEXTS[locale]).map((key) => parseMessageKey(key, TEXTS[locale]).id));
    expect(ids.size).toBeGreaterThan(1000);
    const differences = [...ids].flatMap((id) => {
      const names = listNames(locale, id);
      return listValues(names).flatMap((values) => {
        const formatted = Object.entries(values).map(([name, value]) => {
          const isPlain = typeof value === 'string' || (name === 'count' && !showsCount(locale, id, value));
          return [name, isPlain ? value : formatNumberIn(locale, value)];
        });
        const ours = messages[id]?.(Object.fromEntries(formatted) as Record<string, unknown>, { locale });
        const theirs = reader.t(id, values);
        return ours === theirs ? [] : [{ id, values, ours, theirs }];
      });
    });
    expect(differences.slice(0, 5)).toEqual([]);
  });
}

function listNames(locale: Locale, id: string): string[] {
  const texts = Object.entries(TEXTS[locale]).filter(([key]) => parseMessageKey(key, TEXTS[locale]).id === id);
  const names = texts.flatMap(([, text]) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name));
  const isPlural = texts.some(([key]) => key !== id);
  return [...new Set([...names, ...(isPlural ? ['count'] : [])])].filter((name) => !/^brand(_kids)?$/.test(name));
}

/** A page gives the count of a form without a number, because the count chooses the form (TrialNote.tsx). */
function showsCount(locale: Locale, id: string, count: number): boolean {
  const form = new Intl.PluralRules(locale).select(count);
  return (TEXTS[locale][`${id}_${form}`] ?? '{{count}}').includes('{{count}}');
}

/** `count` is always a number to i18next. */
function listValues(names: readonly string[]): Record<string, string | number>[] {
  if (names.length === 0) return [{}];
  const counts = names.includes('count') ? COUNTS : [1000];
  return counts.flatMap((count) =>
    [...VALUES, count].map((value) =>
      Object.fromEntries(names.map((name) => [name, name === 'count' ? count : value])),
    ),
  );
}
