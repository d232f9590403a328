import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';

/** A hash (16 hexadecimal digits) of the names and contents of files and folders; missing ones count as empty. */
export function hashFiles(paths: string[], excluded: string[] = []): string {
  const hash = createHash('sha256');
  const add = (path: string) => {
    const stats = excluded.includes(path) ? undefined : statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile()) hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
    if (!stats?.isDirectory()) return;
    for (const name of readdirSync(path).sort()) if (!name.startsWith('.')) add(`${path}/${name}`);
  };
  paths.forEach(add);
  return hash.digest('hex').slice(0, 16);
}
