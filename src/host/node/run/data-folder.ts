import { existsSync, mkdirSync, readFileSync, statfsSync, writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { giveToOwner } from '@pardeh/workers-on-node/process/owner';
import { PARTIAL } from '@pardeh/workers-on-node/stores/media-key';
import { StartProblem } from '@pardeh/workers-on-node/process/problem';

/** Below this the site does not start: SQLite's log and the pictures need room. */
const MIN_FREE_BYTES = 64 * 2 ** 20;
const CHECK_MS = 2000;
const PROBE = '.write-test';
const PROBE_BYTES = 4096;

/** The advice beside a damaged database. */
export const RESTORE_ADVICE = 'restore a backup: npm run restore -- BACKUP --data FOLDER (docs/deploy.md)';

export interface DataFolder {
  root: string;
  database: string;
  host: string;
  media: string;
  earlierFiles: string;
  settings: string;
  restoring: string; // While a restore replaces the databases; its text is the folder of the backup
}

export function describeFolder(root: string): DataFolder {
  const at = (name: string) => join(root, name);
  return {
    root,
    database: at('site.db'),
    host: at('host.db'),
    media: at('media'),
    earlierFiles: at('earlier-files'),
    settings: at('site.env'),
    restoring: at('restoring'),
  };
}

export function openDataFolder(root: string): DataFolder {
  const folder = describeFolder(root);
  // An ingest by another user may have made a folder that the site cannot write.
  for (const path of [root, folder.media, join(folder.media, PARTIAL)]) requireWritable(path);
  if (!hasRoom(root)) {
    const mebibytes = String(Math.floor(countFreeBytes(root) / 2 ** 20));
    throw new StartProblem(`The disk of ${root} is full: ${mebibytes} MiB are free.`, 73);
  }
  return folder;
}

/** On a full or read-only disk no purchase is stored. Anybody may ask, so the disk is asked once in CHECK_MS. */
export function watchRoom(root: string): () => boolean {
  let [isRoomy, checkedAt] = [true, -Infinity];
  return () => {
    if (performance.now() - checkedAt < CHECK_MS) return isRoomy;
    checkedAt = performance.now();
    isRoomy = hasRoom(root) && isWritable(root);
    return isRoomy;
  };
}

function isWritable(root: string): boolean {
  try {
    writeFileSync(join(root, PROBE), new Uint8Array(PROBE_BYTES));
    rmSync(join(root, PROBE), { force: true }); // Another process may have removed it.
    return true;
  } catch {
    return false;
  }
}

function hasRoom(root: string): boolean {
  return countFreeBytes(root) >= MIN_FREE_BYTES;
}

function countFreeBytes(root: string): number {
  const { bavail, bsize } = statfsSync(root);
  return bavail * bsize;
}

/** After a restore that was cut off, a site would sell into an empty database, or into one of another day. */
export function requireRestored({ root, restoring }: DataFolder): void {
  if (!existsSync(restoring)) return;
  const backup = readFileSync(restoring, 'utf8');
  throw new StartProblem(
    `A restore was cut off while it replaced the databases. Run it again: npm run restore -- ${backup} --data ${root}. ` +
      `The databases of before are beside them, with "before" in their names.`,
    65,
  );
}

function requireWritable(path: string): void {
  const probe = join(path, PROBE);
  try {
    const isNew = !existsSync(path);
    mkdirSync(path, { recursive: true, mode: 0o750 });
    if (isNew) giveToOwner(path);
    writeFileSync(probe, '');
    rmSync(probe, { force: true }); // Another process may have removed it.
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOSPC' ? 'the disk is full' : 'it cannot be written';
    const advice = code === 'ENOSPC' ? 'Free some space.' : 'Check its owner and rights.';
    throw new StartProblem(`The data folder ${path} cannot be used: ${reason} (${code}). ${advice}`, 73);
  }
}
