import type { Plugin } from 'vite';

const PASSED = `if (!str.includes("&") && !str.includes('"')) return str;`;
const ESCAPED = 'return str.replace(AMPERSAND_REGEX, "&amp;").replace(DOUBLE_QUOTE_REGEX, "&quot;");';

/** Astro leaves `<` in attributes; src/edge would read it as an element: a title could become a style sheet. */
export function escapeAttributes(): Plugin {
  return {
    name: 'pardeh:escape-attributes',
    transform: {
      filter: { id: /astro\/dist\/runtime\/server\/render\/util\.js/ },
      handler(code) {
        if (!code.includes(PASSED) || !code.includes(ESCAPED)) throw new Error('astro no longer escapes attributes so');
        const escaped = `${ESCAPED.slice(0, -1)}.replaceAll("<", "&lt;").replaceAll(">", "&gt;");`;
        return {
          code: code.replace(PASSED, 'if (!/[&"<>]/.test(str)) return str;').replace(ESCAPED, escaped),
          map: null,
        };
      },
    },
  };
}
