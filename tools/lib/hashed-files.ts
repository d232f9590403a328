import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HASHED_FOLDERS, isHashedPath } from '../../src/platform/http/cache/hashed-files.ts';

/** A site's list of its hashed files: `npm run build -- --keep-from` reads it (docs/deploy.md). */
export const FILE_LIST = 'hashed-files.json';

export interface HashedFile {
  path: string;
  bytes: number;
  sha256: string;
  /** An ISO time; null for a file of the build itself. */
  replacedAt: string | null;
}

export function scanHashedFiles(client: string): HashedFile[] {
  const names = globSync(
    HASHED_FOLDERS.map((folder) => `${folder}/*`),
    { cwd: client },
  );
  return names
    .filter(isHashedPath)
    .sort()
    .map((path) => ({ path, ...describeBytes(readFileSync(join(client, path))), replacedAt: null }));
}

export function describeBytes(bytes: Uint8Array): Pick<HashedFile, 'bytes' | 'sha256'> {
  return { bytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('base64') };
}

export function writeFileList(client: string, files: readonly HashedFile[]): void {
  writeFileSync(join(client, FILE_LIST), `${JSON.stringify({ files }, null, 1)}\n`);
}
