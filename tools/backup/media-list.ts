import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { DataFolder } from '../../src/host/node/run/data-folder.ts';
import { readSettings } from '../../src/host/node/run/settings.ts';
import { createMediaS3 } from '@pardeh/workers-on-node/stores/media-s3';
import { readS3 } from '../../src/host/node/open-media.ts';
import type { MediaEntry } from './format.ts';

/** The media of a data folder: its files, or its bucket's where `MEDIA_S3_…` is set. */
export async function listMedia(folder: DataFolder): Promise<MediaEntry[]> {
  const place = readS3(readSettings(folder.settings, process.env));
  return place ? listBucket(createMediaS3(place)) : listFiles(folder.media);
}

async function listBucket(bucket: R2Bucket): Promise<MediaEntry[]> {
  const entries: MediaEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await bucket.list(cursor === undefined ? {} : { cursor });
    entries.push(...page.objects.map(({ key, size }) => ({ key, bytes: size })));
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
  return entries;
}

async function listFiles(root: string): Promise<MediaEntry[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map((path) => ({ path, key: relative(root, path) })).filter(({ key }) => !key.startsWith('.'));
  return Promise.all(files.map(async ({ path, key }) => ({ key, bytes: (await stat(path)).size })));
}
