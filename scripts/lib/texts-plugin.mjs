/**
 * Reads locales/*.json for Paraglide: flat i18next JSON with `{{name}}` for parameters. The published i18next plugin
 * takes what follows an underscore for a context (`account_menu` becomes `account` in the context `menu`), which
 * cannot be switched off; our keys are names and nothing more. Self-contained, since inlang loads it as a data URL.
 */
/* global TextDecoder */
const KEY = 'plugin.inlang.i18next';

/** 'Hello {{name}}' as the parts of a message. */
function patternOf(text) {
  return text.split(/\{\{\s*(\w+)\s*\}\}/).flatMap((part, index) => {
    if (index % 2 === 1) return [{ type: 'expression', arg: { type: 'variable-reference', name: part } }];
    return part === '' ? [] : [{ type: 'text', value: part }];
  });
}

export default {
  key: KEY,
  toBeImportedFiles: async ({ settings }) =>
    settings.locales.map((locale) => ({ locale, path: settings[KEY].pathPattern.replace('{locale}', locale) })),
  importFiles: async ({ files }) => {
    const parameters = new Map();
    const messages = [];
    const variants = [];
    for (const { locale, content } of files) {
      for (const [id, text] of Object.entries(JSON.parse(new TextDecoder().decode(content)))) {
        const pattern = patternOf(text);
        const names = pattern.flatMap((part) => (part.type === 'expression' ? [part.arg.name] : []));
        parameters.set(id, new Set([...(parameters.get(id) ?? []), ...names]));
        messages.push({ bundleId: id, locale, selectors: [] });
        variants.push({ messageBundleId: id, messageLocale: locale, matches: [], pattern });
      }
    }
    const bundles = [...parameters].map(([id, names]) => ({
      id,
      declarations: [...names].map((name) => ({ type: 'input-variable', name })),
    }));
    return { bundles, messages, variants };
  },
};
