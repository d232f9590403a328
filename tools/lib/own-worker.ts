import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler';

const run = promisify(execFile);

type Start = (
  vars?: Record<string, string>,
  port?: number,
  state?: string,
) => Promise<{ origin: string; stop(): Promise<void> }>;

/** Bundles a test's Worker from its wrangler.toml; gives a function that starts it on empty bindings, with variables. */
export async function bundleWorker(config: string): Promise<Start> {
  const outdir = resolve('.cache/own-worker', basename(config, '.wrangler.toml'));
  const args = ['deploy', '--dry-run', '--outdir', outdir, '-c', config];
  await run('node_modules/.bin/wrangler', args, { env: { ...process.env, WRANGLER_SEND_METRICS: 'false' } });
  const { name = '', main = '' } = unstable_readConfig({ config }) as { name?: string; main?: string };
  const path = join(outdir, basename(main).replace(/\.ts$/, '.js'));
  const modules = [{ type: 'ESModule' as const, path, contents: readFileSync(path, 'utf8') }];
  // Without wrangler's proxy, which loses a request now and then (docs/architecture.md).
  return async (vars = {}, port = 0, state?) => {
    const { workerOptions } = unstable_getMiniflareWorkerOptions(config);
    const bindings = Object.assign({}, workerOptions.bindings, vars);
    const worker = { ...workerOptions, bindings, name, modulesRules: undefined, modulesRoot: outdir, modules };
    const resourcePersistencePath = state === undefined ? undefined : join(state, 'v3');
    const miniflare = new Miniflare(
      convertV4MiniflareOptions({ host: '127.0.0.1', port, cf: false, resourcePersistencePath, workers: [worker] }),
    );
    const { origin } = await miniflare.ready;
    return { origin, stop: () => miniflare.dispose() };
  };
}
