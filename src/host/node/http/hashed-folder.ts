import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  FILE_LIST,
  formatFileList,
  isHashedPath,
  parseFileList,
  type HashedFile,
} from '../../../platform/http/hashed-files.ts';

export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The hashed files that a folder holds, as files of the present build. */
export function scanHashedFiles(root: string): HashedFile[] {
  return ['_astro', 'parts']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
    .filter(isHashedPath)
    .sort()
    .map((path) => {
      const bytes = readFileSync(join(root, path));
      return { path, bytes: bytes.byteLength, sha256: hashBytes(bytes), replacedAt: null };
    });
}

/** Null without a list. Throws for a damaged one. */
export function readFileList(root: string): HashedFile[] | null {
  const file = join(root, FILE_LIST);
  return existsSync(file) ? parseFileList(readFileSync(file, 'utf8')) : null;
}

export function writeFileList(root: string, files: readonly HashedFile[]): void {
  replaceFile(join(root, FILE_LIST), formatFileList(files));
}

/** A reader, and another process that writes the same file, see the old bytes or the new ones. */
export function replaceFile(file: string, bytes: string | Uint8Array): void {
  const temporary = `${file}.${randomUUID()}.tmp`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(temporary, bytes);
  renameSync(temporary, file);
}

export function removeFiles(root: string, files: readonly HashedFile[]): void {
  for (const { path } of files) rmSync(join(root, path), { force: true });
}
