import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { parseMessageKey } from '../../project.inlang/texts-plugin.js';
import type { Change } from './changed-tests.ts';

/** Null where the file is missing. */
type ReadFile = (path: string) => string | null;
type Sources = ReadonlyMap<string, string>;

/** Settings of package.json that no test reads. */
const COMMANDS = ['description', 'scripts', 'version'];
const CODE = /(?:\.css|\.mjs|\.tsx|(?<!\.d)\.ts)$/;
/** A table that code declares, or reads or writes by SQL. */
const TABLE = /sqliteTable\(\s*'(\w+)'|\b(?:FROM|JOIN|INTO|UPDATE)\s+(\w+)/g;
/** The server's own texts, of errors and SMS. */
const LOCALE_FILE = /locales\/(?:desk\/)?\w+\.json/;

/**
 * The files that differ from a commit: in the working tree, in the index, and new ones. The commit is by default where
 * the branch left origin/main; where it has not left it, or without an origin, the parent of HEAD.
 */
export function listChanges(base = findBase()): Change[] {
  const changed = git('diff', '--name-only', '--no-renames', '-z', base);
  const added = git('ls-files', '--others', '--exclude-standard', '-z');
  const paths = [...new Set(`${changed}${added}`.split('\0').filter((path) => path !== ''))].sort();
  return describeChanges(paths, readAt(base), (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null));
}

/** The changes of files whose texts were `before` and are `after`. A change of comments or types alone has no users. */
export function describeChanges(paths: readonly string[], before: ReadFile, after: ReadFile): Change[] {
  let sources: Sources | null = null;
  return paths.map((path) => {
    if (path === 'package.json') return { path, users: isSameButCommands(before(path), after(path)) ? [] : undefined };
    if (CODE.test(path)) return isSameCode(path, before(path), after(path)) ? { path, users: [] } : { path };
    if (!/^(?:locales|migrations)\//.test(path)) return { path };
    sources ??= readSources();
    return { path, users: findUsers(path, before(path) ?? '', after(path) ?? '', sources) };
  });
}

/** The files that use the changed texts of a locale or the tables of a migration; undefined if some use is not found. */
export function findUsers(path: string, before: string, after: string, sources: Sources): string[] | undefined {
  const isLocale = path.startsWith('locales/');
  if (isLocale && (before === '' || after === '')) return undefined;
  const users = isLocale
    ? listChangedKeys(before, after).map((key) => findFiles(sources, (text) => usesKey(text, key)))
    : [findTableUsers(`${before}\n${after}`, sources)];
  return users.every((files) => files.length > 0) ? [...new Set(users.flat())].sort() : undefined;
}

/** Reads files at a commit. */
export function readAt(commit: string): ReadFile {
  return (path) => {
    try {
      return git('show', `${commit}:${path}`);
    } catch {
      return null;
    }
  };
}

function findBase(): string {
  try {
    const base = git('merge-base', 'origin/main', 'HEAD').trim();
    if (base !== git('rev-parse', 'HEAD').trim()) return base;
  } catch {
    // origin/main is missing.
  }
  return 'HEAD~1';
}

function readSources(): Sources {
  const files = globSync('{src,tests/e2e,tests/support}/**/*.{ts,tsx,astro}');
  return new Map(
    files
      .filter((file) => !/\/text\/(?:paraglide|desk)\//.test(file))
      .map((file) => [file, readFileSync(file, 'utf8')]),
  );
}

function findFiles(sources: Sources, matches: (text: string, file: string) => boolean): string[] {
  return [...sources].flatMap(([file, text]) => (matches(text, file) ? [file] : []));
}

/** By the names of their messages: plural forms share one. */
function listChangedKeys(before: string, after: string): string[] {
  const old = JSON.parse(before) as Record<string, string>;
  const texts = JSON.parse(after) as Record<string, string>;
  const both = { ...old, ...texts };
  const changed = Object.keys(both).filter((key) => old[key] !== texts[key]);
  return [...new Set(changed.map((key) => parseMessageKey(key, both).id))];
}

/** An error's text goes by the error's code. */
function usesKey(text: string, key: string): boolean {
  const isUsed = new RegExp(`(?<![\\w$])m(?:\\.|\\[')${key}\\b|['"]${key.replace(/^error_/, '')}['"]`).test(text);
  return isUsed || (LOCALE_FILE.test(text) && new RegExp(`\\b${key}\\b`).test(text));
}

/** The files of src that declare or read a table that a migration names. */
function findTableUsers(sql: string, sources: Sources): string[] {
  const names = new Set(sql.replace(/--.*$/gm, '').match(/\b[a-z]\w{2,}\b/g));
  return findFiles(sources, (text, file) => {
    const tables = file.startsWith('src/') ? text.matchAll(TABLE) : [];
    return [...tables].some(([, declared, used]) => names.has(declared ?? used ?? ''));
  });
}

/** Compares without comments and types, which `npm run check` reads. */
function isSameCode(path: string, before: string | null, after: string | null): boolean {
  return before !== null && after !== null && toCode(path, before) === toCode(path, after);
}

function toCode(path: string, text: string): string {
  if (path.endsWith('.css')) return text.replace(/\/\*[^]*?\*\//g, '').replace(/\s+/g, ' ');
  const { ESNext } = ts.ScriptTarget;
  const { Preserve } = ts.JsxEmit;
  const compilerOptions = { removeComments: true, target: ESNext, jsx: Preserve, verbatimModuleSyntax: true };
  return ts.transpileModule(text, { fileName: path.replace(/\.mjs$/, '.ts'), compilerOptions }).outputText;
}

function isSameButCommands(before: string | null, after: string | null): boolean {
  if (before === null || after === null) return false;
  const listRest = (text: string) =>
    Object.entries(JSON.parse(text) as Record<string, unknown>).filter(([key]) => !COMMANDS.includes(key));
  return JSON.stringify(listRest(before)) === JSON.stringify(listRest(after));
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] });
}
