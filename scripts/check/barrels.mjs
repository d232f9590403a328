import { withoutComments } from './text.mjs';

/** @typedef {import('./files.mjs').Source} Source */
/** @typedef {import('./files.mjs').Finding} Finding */

/**
 * Files that only pass on what others export.
 * @param {Source[]} sources
 * @returns {Finding[]}
 */
export function barrels(sources) {
  return sources.flatMap(({ path, text }) => {
    if (path.endsWith('.d.ts') || path.endsWith('.astro')) return [];
    const code = withoutComments(text);
    const rest = code
      .replace(/export\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})(\s+from\s*['"][^'"]+['"])?\s*;?/g, '')
      .replace(/import\s+[^;]*?['"][^'"]+['"]\s*;?/g, '');
    const exporting = /\bexport\b/.test(code);
    return exporting && rest.trim() === '' ? [{ file: path, line: 1, message: 'a file with only re-exports' }] : [];
  });
}
