import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { openState } from '../lib/open-state.ts';
import { serveDirectly, type Server } from '../lib/serve.ts';
import { buildForNode, buildIfNeeded, NODE_BUILD } from '../lib/build.ts';
import { DEMO_VARS, seed } from '../lib/local-state.ts';
import { SEEDED } from '../lib/test-server.ts';
import { openBindings } from '../../src/host/node/open-bindings.ts';
import { startNodeServer } from '../node-server/node-server.ts';
import { SEEDED_DATA, seedData } from '../node-server/test-server.ts';

/** Of both hosts: addresses in answers name it. */
export const HOST = 'localhost:4321';
const VARS = {
  ...DEMO_VARS,
  CLIENT_ADDRESS_HEADER: 'cf-connecting-ip',
  MEDIA_SIGNING_KEY: 'the-key-of-the-oracle-on-both-hosts',
  OPERATOR_TOKEN: 'oracle:the-token-of-the-oracle-on-both-hosts',
};
const WORLD = join(import.meta.dirname, 'fixed-world.mjs');

export interface Twins {
  /** Ports of workerd and of the Node host. */
  ports: readonly [number, number];
  /** Ends both; `read` gets the two databases before their folders are removed. */
  stop: (read?: (databases: readonly [D1Database, D1Database]) => Promise<void>) => Promise<void>;
}

/** Both builds, and the seeded state of both. */
export async function prepareHosts(): Promise<void> {
  await buildIfNeeded();
  await buildForNode();
  await seed(SEEDED);
  await seedData();
}

/** Serves the two builds on copies of the seeded state: the same rows, the same media with the same times. */
export async function startTwins(port: number): Promise<Twins> {
  const folder = mkdtempSync(join(tmpdir(), 'pardeh-oracle-'));
  const [state, data] = [join(folder, 'state'), join(folder, 'data')];
  cpSync(SEEDED, state, { recursive: true });
  rmSync(join(state, 'v3/cache'), { recursive: true, force: true });
  cpSync(SEEDED_DATA, data, { recursive: true, preserveTimestamps: true });
  await alignData(state, data);
  const wrapper = join(folder, 'worker.mjs');
  const world = readFileSync(WORLD, 'utf8');
  writeFileSync(
    wrapper,
    `${world}const entry = await import('./entry.mjs');
export default { ...entry.default, fetch: fixWorld(entry.default.fetch) };\n`,
  );
  const envFile = join(folder, 'vars');
  writeFileSync(envFile, '');
  const worker = await serveDirectly({ port, stateDir: state, envFile, vars: VARS, wrapper }, { AVIF_EFFORT: '0' });
  const node = await startNode(folder, data, port + 1, world);
  return {
    ports: [port, port + 1],
    stop: async (read) => {
      await worker.stop();
      await node.stop();
      if (read) {
        const [ofWorker, ofNode] = [await openState(state), openBindings(data)];
        await read([ofWorker.env.DB, ofNode.stores.DB]);
        await Promise.all([ofWorker.dispose(), ofNode.close()]);
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Gives the Node host's data the rows of D1 and the times of R2: those of two seedings differ by seconds. */
async function alignData(state: string, data: string): Promise<void> {
  const source = openStore(state, 'd1');
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(data, `site.db${suffix}`), { force: true });
  await backup(source, join(data, 'site.db'));
  source.close();
  const media = openStore(state, 'r2');
  for (const { key, uploaded } of media.prepare('SELECT key, uploaded FROM _mf_objects').all()) {
    const seconds = Number(uploaded) / 1000;
    utimesSync(join(data, 'media', String(key)), seconds, seconds);
  }
  media.close();
}

/** The file in which workerd keeps a binding of this kind. */
function openStore(state: string, kind: 'd1' | 'r2'): DatabaseSync {
  const [file = ''] = globSync(join(state, `v3/${kind}/**/*.sqlite`)).filter(
    (path) => !path.endsWith('metadata.sqlite'),
  );
  return new DatabaseSync(file);
}

/** A build folder whose entry is the real one in a fixed world, without a schedule: workerd has none here either. */
function startNode(folder: string, data: string, port: number, world: string): Promise<Server> {
  const build = join(folder, 'build');
  mkdirSync(join(build, 'server'), { recursive: true });
  symlinkSync(resolve(NODE_BUILD, 'client'), join(build, 'client'));
  const thread = 'server/database-thread.mjs';
  symlinkSync(resolve(NODE_BUILD, thread), join(build, thread));
  const entry = pathToFileURL(resolve(NODE_BUILD, 'server/entry.mjs')).href;
  writeFileSync(
    join(build, 'server/entry.mjs'),
    `${world}const entry = await import(${JSON.stringify(entry)});
export const fetch = fixWorld(entry.fetch);
export const { scheduled, build } = entry;
export const crons = [];\n`,
  );
  return startNodeServer({ build, data, port, vars: VARS });
}
