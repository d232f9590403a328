/**
 * Blanks comments out, keeping every line and column where it was. Strings are left alone.
 * @param {string} text JavaScript, TypeScript, CSS or Astro
 * @param {{lineComments?: boolean}} [options] false for CSS, where `//` is no comment
 * @returns {string}
 */
export function withoutComments(text, { lineComments = true } = {}) {
  const tokens =
    /\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|(?<![:\\])\/\/[^\n]*/g;
  return text.replace(tokens, (token) => {
    const comment = token.startsWith('/*') || token.startsWith('<!--') || (lineComments && token.startsWith('//'));
    return comment ? blank(token) : token;
  });
}

/**
 * Only the style blocks of an .astro file, the rest blanked; a .css file is returned whole.
 * @param {string} path
 * @param {string} text
 * @returns {string} empty for other kinds
 */
export function extractStyle(path, text) {
  if (path.endsWith('.css')) return withoutComments(text, { lineComments: false });
  if (!path.endsWith('.astro')) return '';
  let end = 0;
  let kept = '';
  for (const match of text.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)) {
    const start = match.index + match[0].indexOf('>') + 1;
    kept += blank(text.slice(end, start)) + withoutComments(match[1], { lineComments: false });
    end = start + match[1].length;
  }
  return kept + blank(text.slice(end));
}

/** An .astro file without its style blocks; .tsx and others as they are, all without comments. */
export function extractMarkup(path, text) {
  const markup = path.endsWith('.astro') ? text.replace(/<style\b[^>]*>[\s\S]*?<\/style>/g, blank) : text;
  return withoutComments(markup);
}

function blank(text) {
  return text.replace(/[^\n]/g, ' ');
}
