import { existsSync } from 'node:fs';
import { dirname, resolve as resolvePath } from 'node:path';

export const interfaceVersion = 2;

/** Resolves imports for eslint-plugin-boundaries; ESLint names the script of an .astro file as a file below it. */
export function resolve(source: string, file: string): { found: boolean; path?: string | null } {
  if (!source.startsWith('.')) return { found: true, path: null };
  const path = resolvePath(dirname(file.replace(/\.astro[/\\].*$/, '.astro')), source.replace(/\?.*$/, ''));
  return existsSync(path) ? { found: true, path } : { found: false };
}
