// Serves the production build in workerd, for the one who started this process: see serveDirectly() in serve.mjs.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler';
import { BUILT_CONFIG } from './build.mjs';

const { port, stateDir, envFile, vars = {}, wrapper } = JSON.parse(process.argv[2]);
const config = unstable_readConfig({ config: BUILT_CONFIG });
const { workerOptions, main } = unstable_getMiniflareWorkerOptions(config, undefined, { envFiles: [resolve(envFile)] });
// They win over the file, as the file wins over wrangler.toml.
Object.assign(workerOptions.bindings, vars);

const root = dirname(main);
const module = (path) => ({ type: 'ESModule', path, contents: readFileSync(path) });
const others = readdirSync(root, { recursive: true })
  .map((name) => join(root, name))
  .filter((path) => path.endsWith('.mjs') && path !== main);

// A wrapper stands before the built entry, as a module beside it; the tests break parts by it.
const first = wrapper === undefined ? [] : [{ ...module(wrapper), path: join(root, 'wrapper.mjs') }];

const worker = {
  ...workerOptions,
  name: config.name,
  modulesRules: undefined,
  modulesRoot: root,
  modules: [...first, ...[main, ...others].map(module)],
};
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    host: '127.0.0.1',
    port,
    cf: false,
    resourcePersistencePath: resolve(stateDir, 'v3'),
    workers: [worker],
  }),
);
await miniflare.ready;
