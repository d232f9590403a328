import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path/posix';
import ts from 'typescript';

const require = createRequire(import.meta.url);

/** The files of folders with the files that each imports: types, styles and dynamic imports included. */
export function readImportGraph(folders: string): Map<string, string[]> {
  const files = globSync(`${folders}/**/*.{ts,tsx,astro,css}`).filter(
    (file) => !/\/text\/(?:paraglide|desk)\//.test(file),
  );
  return new Map(files.map((file) => [file, listImports(file)]));
}

/** Every circle of imports, as the path from a file back to itself; one for each file that closes it. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file]);
    if (done.has(file) || path.includes(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}

/** The files that a file imports by its text, those of our own packages too. */
export function listImports(file: string, text = readFileSync(file, 'utf8')): string[] {
  return listNames(file, text).flatMap((name) => resolveName(file, name) ?? []);
}

/** The names that the imports of a file have in its text. */
export function listNames(file: string, text: string): string[] {
  return file.endsWith('.css')
    ? [...text.matchAll(/@import\s+'([^']+)'/g)].map((match) => match[1] ?? '')
    : ts.preProcessFile(extractCode(file, text), true, true).importedFiles.map(({ fileName }) => fileName);
}

/** The file of ours that a name means in another file; null: one of Node or of a package. */
export function resolveName(file: string, name: string): string | null {
  if (name.startsWith('@pardeh/')) return relative(process.cwd(), require.resolve(name));
  return name.startsWith('.') ? join(dirname(file), name.replace(/\?.*$/, '')) : null;
}

/** Of an .astro file: its frontmatter and its scripts. */
function extractCode(file: string, text: string): string {
  if (!file.endsWith('.astro')) return text;
  const [, frontmatter = '', template = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? ['', '', text];
  const scripts = [...template.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
  return [frontmatter, ...scripts].join('\n');
}
