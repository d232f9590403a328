import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getPlatformProxy } from 'wrangler';
import { bindingsConfig } from '../../scripts/lib/open-state.ts';
import { describeFolder } from '../../src/host/node/run/data-folder.ts';
import { readSettings } from '../../src/host/node/run/settings.ts';
import { openMediaStore } from '../../src/host/node/stores/media-store.ts';
import { problem } from '../../scripts/lib/progress.ts';
import { retryConnection } from '../../scripts/seed/retry-connection.ts';

const AT_ONCE = 8;

export interface Upload {
  key: string;
  file: string;
}

/** Storage of files: R2 of the local state, a data folder of the Node host, or Cloudflare's R2. */
export interface Bucket {
  /** Puts all of them there; `put` is told of each. */
  upload: (files: readonly Upload[], put: (file: Upload) => void) => Promise<void>;
  /** The bytes of an object; null where there is none. */
  read: (key: string) => Promise<Uint8Array | null>;
  close: () => Promise<void>;
}

/**
 * Opens R2. Cloudflare's is reached by wrangler's remote binding and sign-in, which the binding in wrangler.toml is
 * copied for: `folder` is where that copy lies.
 */
export async function openBucket(place: { state: string } | { data: string } | { remote: string }): Promise<Bucket> {
  if ('data' in place) {
    const folder = describeFolder(place.data);
    const { bucket } = openMediaStore(folder, readSettings(folder.settings, process.env));
    return toBucket(bucket, async () => undefined);
  }
  const options =
    'state' in place
      ? { configPath: bindingsConfig(), persist: { path: join(place.state, 'v3') } }
      : { configPath: remoteConfig(place.remote), remoteBindings: true };
  const proxy = await getPlatformProxy<{ MEDIA: R2Bucket }>({ ...options, envFiles: ['/dev/null'] });
  return toBucket(proxy.env.MEDIA, () => proxy.dispose());
}

function toBucket(MEDIA: R2Bucket, close: Bucket['close']): Bucket {
  return {
    upload: async (files, put) => {
      let next = 0;
      const lane = async () => {
        for (let one = files[next++]; one; one = files[next++]) {
          const { key, file } = one;
          const bytes = await readFile(file);
          await retryConnection(() => MEDIA.put(key, bytes));
          put(one);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, lane));
    },
    read: async (key) => {
      const object = await retryConnection(() => MEDIA.get(key));
      return object && new Uint8Array(await object.arrayBuffer());
    },
    close,
  };
}

function remoteConfig(folder: string): string {
  const config = readFileSync('wrangler.toml', 'utf8');
  const bucket = /^bucket_name = "(.+)"$/m.exec(config)?.[1];
  const date = /^compatibility_date = "(.+)"$/m.exec(config)?.[1];
  if (bucket === undefined || date === undefined) throw problem('wrangler.toml names no R2 bucket.');
  const file = join(folder, 'wrangler.toml');
  writeFileSync(
    file,
    `name = "pardeh-ingest"
compatibility_date = "${date}"

[[r2_buckets]]
binding = "MEDIA"
bucket_name = "${bucket}"
remote = true
`,
  );
  return file;
}
