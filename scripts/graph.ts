// npm run graph: draws the rooms of src and who imports whom into docs/rooms.svg, and counts rooms, arrows and imports.
import { writeFileSync } from 'node:fs';
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { ROOMS } from './check/rooms.ts';
import { readImportGraph } from '../tools/lib/import-graph.ts';

const OUTPUT = 'docs/rooms.svg';

const graph = readImportGraph('src');
const files = [...graph.keys()];
const arrows = new Map<string, number>();
for (const [file, targets] of graph) {
  for (const target of targets) {
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

function findRoom(file: string): string | null {
  return ROOMS.find(({ folder }) => file.startsWith(`${folder}/`))?.name ?? null;
}
