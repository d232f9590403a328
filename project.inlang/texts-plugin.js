/**
 * Reads locales/*.json for Paraglide: flat i18next JSON with `{{name}}` for parameters, and plural forms as `key_one` and
 * `key_other`, chosen by `{{count}}`. The published i18next plugin takes what follows an underscore for a context
 * (`account_menu` becomes `account` in the context `menu`), which cannot be switched off; our keys are names and nothing
 * more. Self-contained, since inlang loads it as a data URL.
 */
/* global TextDecoder */
const KEY = 'plugin.inlang.i18next';
const PLURAL = /^(\w+)_(zero|one|two|few|many|other)$/;
/** The form that a count has in its language, as Paraglide's messages know it. */
const FORM = 'countPlural';
const FORM_OF_COUNT = {
  type: 'local-variable',
  name: FORM,
  value: {
    type: 'expression',
    arg: { type: 'variable-reference', name: 'count' },
    annotation: { type: 'function-reference', name: 'plural', options: [] },
  },
};

/** 'Hello {{name}}' as the parts of a message. `{{brand}}` stays: tools/lib/brand-texts.ts makes a call of it. */
function parsePattern(text) {
  return text.split(/\{\{\s*(?!brand)(\w+)\s*\}\}/).flatMap((part, index) => {
    if (index % 2 === 1) return [{ type: 'expression', arg: { type: 'variable-reference', name: part } }];
    return part === '' ? [] : [{ type: 'text', value: part }];
  });
}

/**
 * `works_one` and `works_other` are forms of one message, `works`; a key without an `_other` beside it is a name.
 * @param {string} key
 * @param {Record<string, unknown>} texts
 * @returns {{ id: string, form?: string }}
 */
export function parseMessageKey(key, texts) {
  const [, stem, form] = PLURAL.exec(key) ?? [];
  return stem !== undefined && `${stem}_other` in texts ? { id: stem, form } : { id: key };
}

/** What a variant is for: `other` is whatever no other form is. */
function buildMatches(form) {
  if (form === undefined) return [];
  return [form === 'other' ? { type: 'catchall-match', key: FORM } : { type: 'literal-match', key: FORM, value: form }];
}

export default {
  key: KEY,
  toBeImportedFiles: async ({ settings }) =>
    settings.locales.map((locale) => ({ locale, path: settings[KEY].pathPattern.replace('{locale}', locale) })),
  importFiles: async ({ files }) => {
    const declared = new Map();
    const messages = new Map();
    const variants = [];
    const locales = files.map(({ locale, content }) => {
      return { locale, texts: JSON.parse(new TextDecoder().decode(content)) };
    });
    for (const { locale, texts } of locales) {
      for (const [key, text] of Object.entries(texts)) {
        const { id, form } = parseMessageKey(key, texts);
        const pattern = parsePattern(text);
        const seen = declared.get(id) ?? { names: new Set(), plural: false };
        for (const part of pattern) if (part.type === 'expression') seen.names.add(part.arg.name);
        if (form !== undefined) {
          seen.names.add('count');
          seen.plural = true;
        }
        declared.set(id, seen);
        const selectors = form === undefined ? [] : [{ type: 'variable-reference', name: FORM }];
        messages.set(`${locale} ${id}`, { bundleId: id, locale, selectors });
        variants.push({ messageBundleId: id, messageLocale: locale, matches: buildMatches(form), pattern });
      }
    }
    const bundles = [...declared].map(([id, { names, plural }]) => ({
      id,
      declarations: [
        ...[...names].map((name) => ({ type: 'input-variable', name })),
        ...(plural ? [FORM_OF_COUNT] : []),
      ],
    }));
    return { bundles, messages: [...messages.values()], variants };
  },
};
