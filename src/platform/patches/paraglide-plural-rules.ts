import type { Plugin } from 'vite';
import { replacePart } from './apply/replace-part.ts';

const MADE_EACH_TIME = 'new Intl.PluralRules(locale, options)';
const MADE_ONCE = `(rules[\`\${locale} \${options?.type}\`] ??= ${MADE_EACH_TIME})`;

/** Paraglide makes the rules of plurals for each text; they cost more than the text. */
export function keepPluralRules(): Plugin {
  return {
    name: 'pardeh:keep-plural-rules',
    transform: {
      filter: { id: /paraglide\/registry\.js/ },
      handler: (code) => ({
        code: `const rules = {};\n${replacePart(code, MADE_EACH_TIME, MADE_ONCE, 'paraglide-plural-rules')}`,
        map: null,
      }),
    },
  };
}
