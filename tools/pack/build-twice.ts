import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { buildForNode, NODE_BUILD } from '../lib/build.ts';

/** Builds for Node twice from nothing, and gives the files that differ. */
export async function buildTwice(): Promise<string[]> {
  const build = async () => {
    rmSync(NODE_BUILD, { recursive: true, force: true });
    await buildForNode();
    return hashEach(NODE_BUILD);
  };
  return listDifferences(await build(), await build());
}

function hashEach(folder: string): Map<string, string> {
  const files = globSync('**/*', { cwd: folder }).filter((file) => statSync(`${folder}/${file}`).isFile());
  return new Map(
    files.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(`${folder}/${file}`))
        .digest('hex'),
    ]),
  );
}

export function listDifferences(first: ReadonlyMap<string, string>, second: ReadonlyMap<string, string>): string[] {
  const names = new Set([...first.keys(), ...second.keys()]);
  return [...names].filter((name) => first.get(name) !== second.get(name)).sort();
}
