import { withoutComments } from './text.ts';
import type { Finding, Source } from './files.ts';

/** Files that only pass on what others export. */
export function barrels(sources: Source[]): Finding[] {
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
