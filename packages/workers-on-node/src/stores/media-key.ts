import { join } from 'node:path';

/** Files that are still written. Beside the others on one file system, so that a rename is one step. */
export const PARTIAL = '.partial';
/** Parts of uploads that are not complete. */
export const PARTS = '.parts';
/** R2's own limit, in bytes. */
const MAX_BYTES = 1024;

/** The path of a key below `root`. Throws as `splitKey`. */
export function toMediaPath(root: string, key: string): string {
  return join(root, ...splitKey(key));
}

/** The parts of a key. Throws for a key that no file system keeps apart from others, or that leads out of the folder:
 * empty, `.` or `..` as a part, a leading or a doubled slash, a backslash, a NUL, half a surrogate pair. */
export function splitKey(key: string): string[] {
  const parts = key.split('/');
  const isBad =
    countBytes(key) > MAX_BYTES ||
    !key.isWellFormed() ||
    /[\0\\]/.test(key) ||
    parts.some((part) => part === '' || part === '.' || part === '..' || countBytes(part) > 255);
  if (isBad) throw new Error(`R2: the key ${JSON.stringify(key.slice(0, 80))} is no path of a file`);
  return parts;
}

function countBytes(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
