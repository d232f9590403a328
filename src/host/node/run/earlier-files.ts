import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseEarlierFiles, isHashedPath, type HashedFile } from '../../../platform/http/hashed-files.ts';
import { readFileList, removeFiles, replaceFile, scanHashedFiles, writeFileList } from '../http/hashed-folder.ts';

/** Gives the bytes of a hashed file that the running build lacks: of an earlier one, or of one that starts beside it. */
export type ReadEarlierFile = (pathname: string) => Uint8Array<ArrayBuffer> | null;

/** Copies the build's hashed files into the data folder, for the builds that come after it, and removes those that are
 * over the bounds. Processes may do so at once. A failure is written to the log: the site starts without these files. */
export function keepHashedFiles(client: string, folder: string, now: Date): ReadEarlierFile {
  try {
    copyHashedFiles(client, folder, now);
  } catch (error) {
    console.error('files of earlier builds:', error);
  }
  return (pathname) => readEarlierFile(folder, pathname.slice(1));
}

function copyHashedFiles(client: string, folder: string, now: Date): void {
  const current = scanHashedFiles(client);
  const stored = scanHashedFiles(folder);
  const hashes = new Map(stored.map(({ path, sha256 }) => [path, sha256]));
  const isStored = ({ path, sha256 }: HashedFile) => hashes.get(path) === sha256;
  const earlier = chooseEarlierFiles(current, readListOrNone(folder).filter(isStored), now);
  for (const file of current) {
    if (!isStored(file)) replaceFile(join(folder, file.path), readFileSync(join(client, file.path)));
  }
  writeFileList(folder, [...current, ...earlier]);
  const kept = new Set([...current, ...earlier].map(({ path }) => path));
  removeFiles(
    folder,
    stored.filter(({ path }) => !kept.has(path)),
  );
}

function readListOrNone(folder: string): HashedFile[] {
  try {
    return readFileList(folder) ?? [];
  } catch (error) {
    console.error('the list of earlier files is damaged, and begins again:', error);
    return [];
  }
}

function readEarlierFile(folder: string, path: string): Uint8Array<ArrayBuffer> | null {
  try {
    return isHashedPath(path) ? new Uint8Array(readFileSync(join(folder, path))) : null;
  } catch {
    return null;
  }
}
