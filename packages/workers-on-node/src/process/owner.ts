import { chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Gives a new file to the owner of its folder: what a command of root makes stays writable for the service. */
export function giveToOwner(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  chownSync(path, uid, gid);
}
