import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';

/**
 * A hash of the names and contents of files and, recursively, folders. Missing ones count as empty.
 * @param {string[]} paths relative to the repository
 * @param {string[]} [without] paths to leave out
 * @returns {string} 16 hexadecimal digits
 */
export function hashFiles(paths, without = []) {
  const hash = createHash('sha256');
  const add = (path) => {
    if (without.includes(path)) return;
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return;
    if (!stats.isDirectory()) return void hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
    for (const name of readdirSync(path).sort()) if (!name.startsWith('.')) add(`${path}/${name}`);
  };
  for (const path of paths) add(path);
  return hash.digest('hex').slice(0, 16);
}
