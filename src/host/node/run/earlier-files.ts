import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { chooseEarlierFiles, HASHED_FOLDERS, isHashedPath } from '../../../platform/http/cache/hashed-files.ts';

/** The time of a file that no later build has replaced yet. */
const NOT_REPLACED = new Date('2100-01-01');
const TEMPORARY = '.tmp';

/** Keeps the build's hashed files in the data folder for the builds after it. A failure is logged: the site starts. */
export function keepHashedFiles(client: string, folder: string, now: Date): void {
  const current = groupFiles(client);
  for (const work of [() => removeOldFiles(folder, current, now), () => copyFiles(client, folder, current)]) {
    try {
      work();
    } catch (error) {
      console.error('files of earlier builds:', error);
    }
  }
}

function groupFiles(root: string): Map<string, string[]> {
  const toPath = (name: string) => name.replace(/\.(br|zst)$/, '');
  const names = HASHED_FOLDERS.filter((folder) => fs.existsSync(join(root, folder))).flatMap((folder) =>
    fs.readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  );
  return Map.groupBy(
    names.filter((name) => isHashedPath(toPath(name)) || name.endsWith(TEMPORARY)),
    toPath,
  );
}

function removeOldFiles(folder: string, current: ReadonlyMap<string, unknown>, now: Date): void {
  const stored = [...groupFiles(folder)].filter(([path]) => !current.has(path));
  const earlier = stored.flatMap(([path]) => {
    const stats = fs.statSync(join(folder, path), { throwIfNoEntry: false });
    if (!stats) return [];
    if (stats.mtime > now) fs.utimesSync(join(folder, path), now, now);
    return [{ path, bytes: stats.size, replacedAt: Math.min(stats.mtimeMs, now.getTime()) }];
  });
  const paths = new Set(chooseEarlierFiles(earlier, now.getTime()).map(({ path }) => path));
  for (const name of stored.flatMap(([path, names]) => (paths.has(path) ? [] : names)))
    fs.rmSync(join(folder, name), { force: true });
}

function copyFiles(client: string, folder: string, current: ReadonlyMap<string, string[]>): void {
  for (const name of [...current.values()].flat()) {
    const bytes = fs.readFileSync(join(client, name));
    const target = join(folder, name);
    const isStored = fs.existsSync(target) && fs.readFileSync(target).equals(bytes);
    if (isStored) fs.utimesSync(target, NOT_REPLACED, NOT_REPLACED);
    else writeWhole(target, bytes);
  }
}

/** A reader sees all bytes or none, also after the machine has lost its power. */
function writeWhole(file: string, bytes: Uint8Array): void {
  const temporary = `${file}.${randomUUID()}${TEMPORARY}`;
  fs.mkdirSync(dirname(file), { recursive: true });
  fs.writeFileSync(temporary, bytes, { flush: true });
  fs.utimesSync(temporary, NOT_REPLACED, NOT_REPLACED);
  fs.renameSync(temporary, file);
}
