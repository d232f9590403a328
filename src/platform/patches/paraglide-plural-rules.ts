import type { Plugin } from 'vite';

const MADE_EACH_TIME = 'new Intl.PluralRules(locale, options)';
const MADE_ONCE = `(rules[\`\${locale} \${options?.type}\`] ??= ${MADE_EACH_TIME})`;

/** Paraglide makes the rules of plurals for each text; they cost more than the text. */
export function keepPluralRules(): Plugin {
  return {
    name: 'pardeh:keep-plural-rules',
    transform: {
      filter: { id: /paraglide\/registry\.js/ },
      handler: (code) => ({ code: `const rules = {};\n${code.replace(MADE_EACH_TIME, MADE_ONCE)}`, map: null }),
    },
  };
}
