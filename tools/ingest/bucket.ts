import { appendFileSync, existsSync, openAsBlob, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bindingsConfig } from '../lib/open-state.ts';
import { describeFolder } from '../../src/host/node/run/data-folder.ts';
import { readSettings } from '../../src/host/node/run/settings.ts';
import { openMedia } from '../../src/host/node/open-media.ts';
import { problem } from '../lib/progress.ts';

const AT_ONCE = 8;
const TRIES = 5;
const RETRY_DELAY_MS = 500;
/** A request to Cloudflare has 100 MB at most, and R2 takes a larger file in parts of one size. */
const PART_BYTES = 32 * 2 ** 20;

export interface Upload {
  key: string;
  file: string;
}

/** Storage of files: R2 of the local state, a data folder of the Node host, or Cloudflare's R2. */
export interface Bucket {
  /** Stores all files, and calls `put` after each. Throws soon after the signal. */
  upload: (files: readonly Upload[], put: (file: Upload) => void, signal: AbortSignal) => Promise<void>;
  /** Stores one object. */
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Every key that begins so. */
  list: (prefix: string) => Promise<string[]>;
  /** The bytes of an object; null where there is none. */
  read: (key: string) => Promise<Uint8Array | null>;
  /** Writes an object of so many bytes into a file, behind what an earlier run wrote. A Problem where it is not there. */
  download: (object: { key: string; bytes: number }, file: string, signal: AbortSignal) => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Opens R2. Cloudflare's is reached by wrangler's remote binding and sign-in, which the binding in wrangler.toml is
 * copied for, into `folder`.
 */
export async function openBucket(place: { state: string } | { data: string } | { remote: string }): Promise<Bucket> {
  if ('data' in place) {
    const folder = describeFolder(place.data);
    const { bucket } = openMedia(folder, readSettings(folder.settings, process.env));
    const store = (key: string, file: Blob) => bucket.put(key, file);
    return toBucket(bucket, store, async () => undefined);
  }
  const options =
    'state' in place
      ? { configPath: bindingsConfig(), persist: { path: join(place.state, 'v3') } }
      : { configPath: remoteConfig(place.remote), remoteBindings: true };
  // The archive, which has data folders alone, is without it.
  const { getPlatformProxy } = await import('wrangler');
  const proxy = await getPlatformProxy<{ MEDIA: R2Bucket }>({ ...options, envFiles: ['/dev/null'] });
  const { MEDIA } = proxy.env;
  return toBucket(
    MEDIA,
    (key, file, signal) => putInParts(MEDIA, key, file, signal),
    () => proxy.dispose(),
  );
}

type Store = (key: string, file: Blob, signal: AbortSignal) => Promise<unknown>;

function toBucket(MEDIA: R2Bucket, store: Store, close: Bucket['close']): Bucket {
  return {
    upload: async (files, put, signal) => {
      let next = 0;
      const failed = new AbortController();
      const either = AbortSignal.any([signal, failed.signal]);
      const lane = async () => {
        for (let one = files[next++]; one; one = files[next++]) {
          either.throwIfAborted();
          await store(one.key, await openAsBlob(one.file), either);
          put(one);
        }
      };
      const stop = (error: unknown) => {
        failed.abort(error);
        throw error;
      };
      // Every lane ends before the storage is closed.
      const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => lane().catch(stop)));
      for (const result of lanes) if (result.status === 'rejected') throw either.reason;
    },
    put: async (key, bytes) => {
      await retry(() => MEDIA.put(key, bytes), `store ${key}`);
    },
    list: async (prefix) => {
      const keys: string[] = [];
      let cursor: string | undefined;
      do {
        const from = cursor;
        const page = await retry(
          () => MEDIA.list({ prefix, ...(from !== undefined && { cursor: from }) }),
          `list ${prefix}`,
        );
        keys.push(...page.objects.map(({ key }) => key));
        cursor = page.truncated ? page.cursor : undefined;
      } while (cursor !== undefined);
      return keys;
    },
    read: async (key) => {
      const object = await retry(() => MEDIA.get(key), `read ${key}`);
      return object && new Uint8Array(await object.arrayBuffer());
    },
    download: async ({ key, bytes }, file, signal) => {
      const size = existsSync(file) ? statSync(file).size : 0;
      if (size > bytes) rmSync(file);
      for (let offset = size > bytes ? 0 : size; offset < bytes;) {
        const range = { offset, length: Math.min(PART_BYTES, bytes - offset) };
        const readRange = async () => {
          const object = await MEDIA.get(key, { range });
          return object && new Uint8Array(await object.arrayBuffer());
        };
        const part = await retry(readRange, `read ${key}`, signal);
        if (part?.byteLength !== range.length) throw problem(`The storage has no whole ${key}.`, 'original_missing');
        appendFileSync(file, part);
        offset += part.byteLength;
      }
    },
    close,
  };
}

async function putInParts(MEDIA: R2Bucket, key: string, file: Blob, signal: AbortSignal): Promise<void> {
  const name = `store ${key}`;
  if (file.size <= PART_BYTES) {
    const bytes = await file.arrayBuffer();
    await retry(() => MEDIA.put(key, bytes), name, signal);
    return;
  }
  const upload = await retry(() => MEDIA.createMultipartUpload(key), name, signal);
  try {
    const parts: R2UploadedPart[] = [];
    for (let from = 0; from < file.size; from += PART_BYTES) {
      const bytes = await file.slice(from, from + PART_BYTES).arrayBuffer();
      parts.push(await retry(() => upload.uploadPart(parts.length + 1, bytes), name, signal));
    }
    await retry(() => upload.complete(parts), name, signal);
  } catch (error) {
    await upload.abort().catch(() => undefined);
    throw error;
  }
}

/** Repeats work that may be repeated: lines break, and servers are busy. */
async function retry<T>(work: () => Promise<T>, name: string, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES)
        throw problem(`R2 failed to ${name}: ${String(error)}\nRun the same command again to go on.`, 'storage');
      await sleep(RETRY_DELAY_MS * 2 ** (tries - 1));
    }
  }
}

function remoteConfig(folder: string): string {
  const config = readFileSync('wrangler.toml', 'utf8');
  const bucket = /^bucket_name = "(.+)"$/m.exec(config)?.[1];
  const date = /^compatibility_date = "(.+)"$/m.exec(config)?.[1];
  const account = /^account_id = ".+"$/m.exec(config)?.[0] ?? '';
  if (bucket === undefined || date === undefined) throw problem('wrangler.toml names no R2 bucket.');
  const file = join(folder, 'wrangler.toml');
  writeFileSync(
    file,
    `name = "pardeh-ingest"
compatibility_date = "${date}"
${account}

[[r2_buckets]]
binding = "MEDIA"
bucket_name = "${bucket}"
remote = true
`,
  );
  return file;
}
