import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import brand from '../../src/platform/config/brand.json' with { type: 'json' };
import type { Locale } from '../../src/platform/text/locale.ts';

const IMPORT = "import { nameBrand } from '../../brand-name.ts';";
const NAMES = { brand: 'name', brand_kids: 'kids' } as const;

/** Makes `{{brand}}` in the compiled texts a call, since the desk may give the site another name while it runs. */
export function fillBrandTexts(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.js')) continue;
    const path = join(folder, name);
    const code = readFileSync(path, 'utf8');
    if (code.includes('{{brand')) writeFileSync(path, fillBrandText(code));
  }
}

/** `code`: of a message, with a function for each language. */
export function fillBrandText(code: string): string {
  const filled = code.replace(/const (fa|en)_\w+ = [^]*?\n\};/g, (text, locale: Locale) =>
    text.replace(/\{\{(brand|brand_kids)\}\}/g, (_, key: keyof typeof NAMES) => {
      const kind = NAMES[key];
      return `\${nameBrand('${kind}', '${locale}', '${brand[kind][locale]}')}`;
    }),
  );
  return `${IMPORT}\n${filled}`;
}
