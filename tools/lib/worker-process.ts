// Serves the production build in workerd; started by serveDirectly() of serve.ts.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler';
import { BUILT_CONFIG } from './build.ts';
import type { DirectOptions } from './serve.ts';

const direct = JSON.parse(process.argv[2] ?? '') as DirectOptions;
const { port, stateDir, envFile, vars, wrapper, inspectorPort, isAlone = false, config = BUILT_CONFIG } = direct;
const { name = '' } = unstable_readConfig({ config }) as { name?: string };
// wrangler reads `envFiles`, which its types lack.
const options: object = { envFiles: [resolve(envFile)] };
const { workerOptions, main = '' } = unstable_getMiniflareWorkerOptions(config, undefined, options);
// These win over the file, and the file wins over wrangler.toml.
Object.assign(workerOptions.bindings ?? {}, vars);

const root = dirname(main);
const readModule = (path: string) => ({ type: 'ESModule' as const, path, contents: readFileSync(path) });
const others = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => join(root, name))
  .filter((path) => path.endsWith('.mjs') && path !== main);

/** The classes of Durable Objects are the entry's, whatever the wrapper answers. */
const FRONT = "export { default } from './wrapper.mjs';\nexport * from './entry.mjs';\n";
const placeWrapper = (path: string) => [
  { type: 'ESModule' as const, path: join(root, 'front.mjs'), contents: FRONT },
  { ...readModule(path), path: join(root, 'wrapper.mjs') },
];
/** A socket of an entrypoint with a name leads to the Worker itself: past Miniflare's entry and its router of assets. */
const ALONE = `export { default, default as alone } from "./${basename(main)}";\nexport * from "./${basename(main)}";\n`;
const placeAlone = () => [{ type: 'ESModule' as const, path: join(root, 'front.mjs'), contents: ALONE }];
const worker = {
  ...workerOptions,
  ...(isAlone && { unsafeDirectSockets: [{ host: '127.0.0.1', port, entrypoint: 'alone' }] }),
  name,
  modulesRules: undefined,
  modulesRoot: root,
  modules: [
    ...(isAlone ? placeAlone() : wrapper === undefined ? [] : placeWrapper(wrapper)),
    ...[main, ...others].map(readModule),
  ],
};
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    host: '127.0.0.1',
    port: isAlone ? 0 : port,
    inspectorPort,
    cf: false,
    resourcePersistencePath: resolve(stateDir, 'v3'),
    workers: [worker],
  }),
);
await miniflare.ready;
