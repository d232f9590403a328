import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { run } from '../lib/processes.ts';
import { VARS, SEEDED } from '../lib/test-server.ts';
import { applyChanges, changeText } from '../../tests/simulator/mutation/change.ts';
import type { SiteBug } from '../../tests/site-bugs/site-bug.ts';

const FOLDER = '.cache/site-bugs';
/** Made from the sources, which no bug of the list changes for them; making them again takes minutes. */
const MADE = [
  'src/platform/text/paraglide',
  'src/platform/text/desk',
  '.cache/generated',
  '.cache/test-catalogue',
  SEEDED,
  VARS,
];
/** Caches of tools, which write into them: each copy has its own. */
const TOOL_CACHES = ['.astro', '.cache', '.vite', '.vite-temp', '.vitest-cache'];

/** Copies the checkout as it is, with hard links to its packages, until this process ends; returns the copy's folder. */
export async function copyCheckout(name: string): Promise<string> {
  const folder = resolve(FOLDER, name);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  remove();
  process.on('exit', remove);
  const listed = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  for (const path of [...listed.stdout.split('\0'), ...MADE]) {
    if (path === '' || !existsSync(path)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(path, join(folder, path), { recursive: true });
  }
  const linked = await run('cp', ['-al', 'node_modules', join(folder, 'node_modules')]);
  if (linked.code !== 0) throw new Error(`the packages could not be linked: ${linked.output}`);
  for (const cache of TOOL_CACHES) rmSync(join(folder, 'node_modules', cache), { recursive: true, force: true });
  return folder;
}

/** Puts a bug into a copy, and returns what takes it out. */
export function seedBug(folder: string, { and = [], ...first }: SiteBug): () => void {
  const slips = [first, ...and];
  const sources = new Map(slips.map(({ file }) => [file, readFileSync(join(folder, file), 'utf8')]));
  for (const [file, source] of sources) {
    const changes = slips
      .filter((slip) => slip.file === file)
      .map(({ find, replace }) => changeText(file, source, find, replace));
    writeFileSync(join(folder, file), applyChanges(changes, file, source));
  }
  return () => {
    for (const [file, source] of sources) writeFileSync(join(folder, file), source);
  };
}
