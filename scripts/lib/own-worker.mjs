// A test's own worker, in workerd, on empty bindings that go with it.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler';

const run = promisify(execFile);

/**
 * Bundles the worker of a wrangler.toml as a deployment would.
 * @param {string} config its path
 * @returns {Promise<() => Promise<{origin: string, stop: () => Promise<void>}>>} starts it, as often as wanted;
 *   `origin` is where it answers
 */
export async function bundleWorker(config) {
  const outdir = resolve('.cache/own-worker', basename(config, '.wrangler.toml'));
  const args = ['deploy', '--dry-run', '--outdir', outdir, '-c', config];
  await run('node_modules/.bin/wrangler', args, { env: { ...process.env, WRANGLER_SEND_METRICS: 'false' } });
  const read = unstable_readConfig({ config });
  const path = join(outdir, basename(read.main).replace(/\.ts$/, '.js'));
  const module = { type: 'ESModule', path, contents: readFileSync(path, 'utf8') };
  // Without wrangler's proxy, which now and then loses a request and does not ask again (decision 017).
  return async () => {
    const { workerOptions } = unstable_getMiniflareWorkerOptions(read);
    const worker = {
      ...workerOptions,
      ...{ name: read.name, modulesRules: undefined, modulesRoot: outdir, modules: [module] },
    };
    const miniflare = new Miniflare(
      convertV4MiniflareOptions({ host: '127.0.0.1', port: 0, cf: false, workers: [worker] }),
    );
    const { origin } = await miniflare.ready;
    return { origin, stop: () => miniflare.dispose() };
  };
}
