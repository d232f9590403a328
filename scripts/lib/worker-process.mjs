// Serves the production build in workerd, for the one who started this process: see serveDirectly() in serve.mjs.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler';
import { BUILT_CONFIG } from './build.mjs';

const { port, stateDir, envFile, vars = {} } = JSON.parse(process.argv[2]);
const config = unstable_readConfig({ config: BUILT_CONFIG });
Object.assign(config.vars, vars);
const { workerOptions, main } = unstable_getMiniflareWorkerOptions(config, undefined, { envFiles: [resolve(envFile)] });

const root = dirname(main);
const module = (path) => ({ type: 'ESModule', path, contents: readFileSync(path) });
const others = readdirSync(root, { recursive: true })
  .map((name) => join(root, name))
  .filter((path) => path.endsWith('.mjs') && path !== main);

const worker = {
  ...workerOptions,
  name: config.name,
  modulesRules: undefined,
  modulesRoot: root,
  modules: [main, ...others].map(module),
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
