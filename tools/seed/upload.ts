import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { MediaObject, PutMany } from '../local-d1/media.ts';
import { retryConnection } from './retry-connection.ts';

const AT_ONCE = 4;
const MAX_EXCHANGE_OBJECTS = 32;
/** An exchange with so many bytes takes no more objects. */
const MIN_FULL_BYTES = 2 ** 22;
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
  putMany: PutMany,
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
    putMany,
    missing.map((key) => ({ key: `art/${key}.png`, file: `${ART_CACHE}/${key}.png` })),
    progress,
  );
}

/** Puts the demo clips in the bucket. They are small and their names do not change with their content: always all. */
export async function uploadMedia(putMany: PutMany): Promise<number> {
  if (!existsSync(MEDIA_FOLDER)) return 0;
  const uploads = readdirSync(MEDIA_FOLDER, { recursive: true, withFileTypes: true })
    // Clips are folders; files beside them are for readers.
    .filter((entry) => entry.isFile() && entry.parentPath !== MEDIA_FOLDER)
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ key: toStorageKey(relative(MEDIA_FOLDER, file).replaceAll(sep, '/')), file }));
  await uploadAll(putMany, uploads, () => undefined);
  return uploads.length;
}

/** Streams are stored below `video/`, downloads are not: a right to stream is not a right to download. */
function toStorageKey(path: string): string {
  const download = /^([^/]+)\/download\/(.+)$/.exec(path);
  return download ? `download/${download[1] ?? ''}/${download[2] ?? ''}` : `video/${path}`;
}

/** Puts objects by the binding, one by one. */
export function putEach(bucket: R2Bucket): PutMany {
  return async (objects) => {
    await Promise.all(objects.map(({ key, bytes }) => bucket.put(key, bytes)));
  };
}

async function uploadAll(
  putMany: PutMany,
  uploads: readonly Upload[],
  progress: (done: number) => void,
): Promise<void> {
  const rest = uploads.values();
  let done = 0;
  const takeObjects = async () => {
    const objects: MediaObject[] = [];
    for (
      let size = 0;
      size < MIN_FULL_BYTES && objects.length < MAX_EXCHANGE_OBJECTS;
      size += objects.at(-1)?.bytes.byteLength ?? 0
    ) {
      const { value: upload } = rest.next();
      if (!upload) break;
      objects.push({ key: upload.key, bytes: await readFile(upload.file) });
    }
    return objects;
  };
  const lane = async () => {
    for (let objects = await takeObjects(); objects.length > 0; objects = await takeObjects()) {
      await retryConnection(() => putMany(objects));
      progress((done += objects.length));
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
