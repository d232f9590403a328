import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { listImports } from './import-graph.ts';

const CODE = '{{packages,scripts,src,tests,tools}/**/*,*.config}.{ts,tsx,mjs,astro,css}';
const TEST = /^(?:(?:tests\/(?:unit|api)|packages\/[\w-]+\/tests)\/.*\.test|tests\/e2e\/.*\.spec)\.ts$/;
/** Types are gone when a test runs. */
export const TYPE_IMPORT = /^(?:import|export) type [^;]*;/gm;
/** A path from the root of the project. */
const FOLDERS = [
  'deploy',
  'docs',
  'locales',
  'migrations',
  'packages',
  'public',
  'scripts',
  'seed',
  'src',
  'tests',
  'tools',
];
const PATH = new RegExp(`['"\`]((?:${FOLDERS.join('|')})/[^'"\`\\s$]*|[\\w.-]+\\.toml|migrations)['"\`]`, 'g');
/** A file beside this one: a thread, say. */
export const RELATIVE = /new URL\('((?![a-z]+:)[^'/][^']*)', import\.meta\.url\)/g;

/**
 * Each file of code with the files that it loads: imports of values, and paths that it names, such as programs that it
 * starts. A folder or a pattern that a test names is the folder with `/` at its end.
 */
export function readTestGraph(): Map<string, string[]> {
  const files = globSync(CODE).filter((file) => !/\/text\/(?:paraglide|desk)\//.test(file));
  return new Map(
    files.map((file) => {
      const text = readFileSync(file, 'utf8');
      const paths = file.startsWith('src/') ? [] : listNamedPaths(file, text);
      return [file, [...new Set([...listImports(file, text.replace(TYPE_IMPORT, '')), ...paths])]];
    }),
  );
}

export function isTest(file: string): boolean {
  return TEST.test(file);
}

/** The existing files and folders that a text names. A path of a test is left out. */
function listNamedPaths(file: string, text: string): string[] {
  const relative = [...text.matchAll(RELATIVE)].map(([, name = '']) => join(dirname(file), name));
  const paths = [...text.matchAll(PATH)].map(([, name = '']) => name.replace(/\*.*$/, ''));
  return [...relative, ...paths].flatMap((name) => {
    if (!existsSync(name) || isTest(name)) return [];
    if (!statSync(name).isDirectory()) return [name];
    return isTest(file) ? [name.replace(/\/*$/, '/')] : [];
  });
}
