// npm run graph: draws the rooms of src and who imports whom into docs/rooms.svg, and counts rooms, arrows and imports.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import ts from 'typescript';
import { ROOMS } from './check/rooms.ts';

const OUTPUT = 'docs/rooms.svg';

const files = globSync('src/**/*.{ts,tsx,astro,css}').filter((file) => !file.includes('/paraglide/'));
const arrows = new Map<string, number>();
for (const file of files) {
  for (const target of listImports(file)) {
    const [from, to] = [findRoom(file), findRoom(target)];
    if (from === null || to === null || from === to) continue;
    const arrow = `"${from}" -> "${to}"`;
    arrows.set(arrow, (arrows.get(arrow) ?? 0) + 1);
  }
}
const names = new Set(files.map(findRoom));
const graphviz = await Graphviz.load();
// An arrow that a longer way stands for is left out of the drawing; the count has it.
const { out } = graphviz.tred(`digraph { ${[...arrows.keys()].join('; ')} }`);
const style = 'rankdir=TB; node [shape=box, fontname="sans-serif", fontsize=11]; edge [color="#667788"];';
writeFileSync(OUTPUT, graphviz.dot(out.replace('{', `{ ${style}`)));
const total = [...arrows.values()].reduce((sum, count) => sum + count, 0);
console.log(`${files.length} files, ${names.size} rooms, ${arrows.size} arrows of ${total} imports: ${OUTPUT}`);

/** The files of ours that a file imports, types and styles included. */
function listImports(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const matches = file.endsWith('.css')
    ? [...text.matchAll(/@import\s+'([^']+)'/g)].map((match) => match[1] ?? '')
    : ts.preProcessFile(extractCode(file, text), true, true).importedFiles.map(({ fileName }) => fileName);
  return matches.filter((name) => name.startsWith('.')).map((name) => join(dirname(file), name.replace(/\?.*$/, '')));
}

/** Of an .astro file: its frontmatter and its scripts. */
function extractCode(file: string, text: string): string {
  if (!file.endsWith('.astro')) return text;
  const [, frontmatter = '', template = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? ['', '', text];
  const scripts = [...template.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
  return [frontmatter, ...scripts].join('\n');
}

function findRoom(file: string): string | null {
  return ROOMS.find(({ folder }) => file.startsWith(`${folder}/`))?.name ?? null;
}
