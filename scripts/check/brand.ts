import brand from '../../src/platform/config/brand.json' with { type: 'json' };
import type { Finding, Source } from './files.ts';
import { grep } from './files.ts';

const FILE = 'src/platform/config/brand.json';
const NAMES = [...Object.values(brand.name), ...Object.values(brand.kids)];
/** The Persian name is a common word, too: «روی پرده» is on the screen, and «پرده‌ای» a copy filmed in a cinema. */
const COMMON = /روی پرده|پرده[ \u200c]ای/gu;

/** Texts, styles and components that hold the site's name instead of the one in the brand's file. */
export function brandNames(sources: readonly Source[]): Finding[] {
  const pattern = new RegExp(`(?<!\\p{L})(?:${NAMES.join('|')})(?!\\p{L})`, 'u');
  return sources
    .filter(({ path }) => path !== FILE)
    .flatMap((source) => {
      return grep(source, source.text.replace(COMMON, ''), pattern, ([name]) => `holds ${name}: take it from ${FILE}`);
    });
}

/** Files that read a text with the site's name from the locales themselves, and do not fill it (`fillBrand`). */
export function unfilledBrands(locale: Source, sources: readonly Source[]): Finding[] {
  const texts = Object.entries(JSON.parse(locale.text) as Record<string, string>);
  const keys = texts.filter(([, text]) => text.includes('{{brand')).map(([key]) => key);
  const pattern = new RegExp(`(?<!\\bm)\\.(?:${keys.join('|')})\\b`);
  return sources
    .filter(({ text }) => /locales\/\w+\.json/.test(text) && !text.includes('fillBrand'))
    .flatMap((source) => grep(source, source.text, pattern, ([key]) => `reads ${key} without fillBrand`));
}
