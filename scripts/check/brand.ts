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
