import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { retryConnection } from './retry-connection.ts';

const AT_ONCE = 16;
const MEDIA_FOLDER = 'seed/media';
/** Drawn pictures between runs. */
export const ART_CACHE = '.cache/art';

/** A file to be stored at a key of R2. */
interface Upload {
  key: string;
  file: string;
}

/** Puts the art that the bucket lacks there (its keys hold hashes), and takes out what nothing asks for any more. */
export async function uploadArt(
  bucket: R2Bucket,
  keys: readonly string[],
  progress: (done: number) => void,
): Promise<void> {
  const wanted = new Set(keys.map((key) => `art/${key}.png`));
  const stored = new Set(await listKeys(bucket, 'art/'));
  const derivatives = await listKeys(bucket, 'img/');
  const stale = [
    ...[...stored].filter((key) => !wanted.has(key)),
    ...derivatives.filter((key) => !wanted.has(`art/${key.slice('img/'.length).replace(/-\d+\.\w+$/, '')}.png`)),
  ];
  for (let at = 0; at < stale.length; at += 500) await retryConnection(() => bucket.delete(stale.slice(at, at + 500)));
  const missing = keys.filter((key) => !stored.has(`art/${key}.png`));
  await uploadAll(
    bucket,
    missing.map((key) => ({ key: `art/${key}.png`, file: `${ART_CACHE}/${key}.png` })),
    progress,
  );
}

/** Puts the demo clips in the bucket. They are small and their names do not change with their content: always all. */
export async function uploadMedia(bucket: R2Bucket): Promise<number> {
  if (!existsSync(MEDIA_FOLDER)) return 0;
  const uploads = readdirSync(MEDIA_FOLDER, { recursive: true, withFileTypes: true })
    // Clips are folders; files beside them are for readers.
    .filter((entry) => entry.isFile() && entry.parentPath !== MEDIA_FOLDER)
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ key: toStorageKey(relative(MEDIA_FOLDER, file).replaceAll(sep, '/')), file }));
  await uploadAll(bucket, uploads, () => undefined);
  return uploads.length;
}

/** Streams are stored below `video/`, downloads are not: a right to stream is not a right to download. */
function toStorageKey(path: string): string {
  const download = /^([^/]+)\/download\/(.+)$/.exec(path);
  return download ? `download/${download[1] ?? ''}/${download[2] ?? ''}` : `video/${path}`;
}

async function uploadAll(
  bucket: R2Bucket,
  uploads: readonly Upload[],
  progress: (done: number) => void,
): Promise<void> {
  let next = 0;
  let done = 0;
  const lane = async () => {
    for (let upload = uploads[next++]; upload; upload = uploads[next++]) {
      const bytes = await readFile(upload.file);
      await retryConnection(() => bucket.put(upload.key, bytes));
      progress(++done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function listKeys(bucket: R2Bucket, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  let cursor: string | undefined;
  do {
    const from = cursor;
    const page = await retryConnection(() => bucket.list({ prefix, ...(from !== undefined && { cursor: from }) }));
    keys.push(...page.objects.map(({ key }) => key));
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
  return keys;
}
