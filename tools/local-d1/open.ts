import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import type { Env } from '../../src/platform/config/env.ts';
import { connectD1 } from './d1.ts';
import { connectMedia } from './media.ts';

const WORKER = join(import.meta.dirname, 'worker.mjs');

/**
 * The bindings of a wrangler.toml in a workerd of their own, as wrangler's getPlatformProxy gives them but for `DB`.
 * `folder` null: empty ones. `dispose` writes and closes.
 */
export async function openBindings(config: string, folder: string | null) {
  // wrangler reads `envFiles`, which its types lack.
  const options: object = { envFiles: ['/dev/null'] };
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config, undefined, options);
  const modules = [{ type: 'ESModule' as const, path: 'worker.mjs', contents: readFileSync(WORKER) }];
  const worker = { ...workerOptions, name: 'bindings', modulesRules: undefined, modulesRoot: '.', modules };
  const resourcePersistencePath = folder === null ? undefined : resolve(folder);
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({ host: '127.0.0.1', port: 0, cf: false, resourcePersistencePath, workers: [worker] }),
  );
  const { origin } = await miniflare.ready;
  const env: Env = { ...(await miniflare.getBindings<Env>()), DB: connectD1(origin) };
  return { env, putMany: connectMedia(origin), dispose: () => miniflare.dispose() };
}
