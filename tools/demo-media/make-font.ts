// Cuts the three files of public/fonts out of the npm package (packages/demo-assets/README.md). Run it again when the package or the set of
// characters changes; its output is committed.
import { readFile, writeFile } from 'node:fs/promises';
import { FIRST_CHARACTERS, listRest } from '@pardeh/demo-assets/font/characters';
import { cutFont } from '@pardeh/demo-assets/font/cut';
import { FONT_SOURCE } from '@pardeh/demo-assets/font/source';

const root = new URL('../../', import.meta.url);
const source = await readFile(FONT_SOURCE.variable);
const { latin, others } = await listRest(source);
for (const [name, characters] of [
  ['vazirmatn', FIRST_CHARACTERS],
  ['vazirmatn-latin', latin],
  ['vazirmatn-rest', others],
] as const) {
  const font = await cutFont(source, characters);
  await writeFile(new URL(`public/fonts/${name}.woff2`, root), font);
  console.log(`public/fonts/${name}.woff2: ${String(font.length)} B, ${String([...characters].length)} characters`);
}
