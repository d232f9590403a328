import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '../../../src/platform/config/env.ts';
import { DEMO_VARS } from '../../../tools/lib/local-state.ts';
import { openState } from '../../../tools/lib/open-state.ts';
import { openBindings } from '../../../src/host/node/open-bindings.ts';
import { trackBackground } from '@pardeh/workers-on-node/process/context';
import { readVars } from '../../../src/host/node/run/settings.ts';
import { CONTEXT } from './execution-context.ts';
import { readMigrated } from '../database/migrated.ts';
import { migrationStatements } from '../database/migration-statements.ts';
import { seededData, seededState } from '../database/seeded-state.ts';

export interface Platform {
  env: Env;
  ctx: ExecutionContext;
  dispose: () => Promise<void>;
}

/** The demo, for the host of the tests. */
const LOCAL = { ...DEMO_VARS, DEMO_HOSTS: 'pardeh.test', MEDIA_SIGNING_KEY: 'a-key-for-tests-only' };

/** Real, empty bindings (D1 migrated, R2, KV), thrown away at the end: of workerd, or of the Node host by PARDEH_HOST=node. */
export async function openPlatform(vars: Partial<Env> = {}): Promise<Platform> {
  return process.env['PARDEH_HOST'] === 'node' ? openNodePlatform({ ...LOCAL, ...vars }) : openWorkerdPlatform(vars);
}

export async function openWorkerdPlatform(vars: Partial<Env> = {}): Promise<Platform> {
  const proxy = await openState(null);
  const env = { ...proxy.env, ...LOCAL, ...vars };
  await env.DB.batch(migrationStatements().map((statement) => env.DB.prepare(statement)));
  return { env, ctx: CONTEXT, dispose: () => proxy.dispose() };
}

/** The same with the demo catalogue, without art. */
export async function openSeededPlatform(): Promise<Platform> {
  if (process.env['PARDEH_HOST'] === 'node') return openNodePlatform(LOCAL, await seededData());
  const dir = await seededState();
  const proxy = await openState(dir);
  return {
    env: { ...proxy.env, ...LOCAL },
    ctx: CONTEXT,
    dispose: async () => {
      await proxy.dispose();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** On the bindings of the Node host, in a folder that is removed at the end. */
export async function openNodePlatform(vars: Partial<Env> = LOCAL, seeded?: string): Promise<Platform> {
  const folder = seeded ?? mkdtempSync(join(tmpdir(), 'pardeh-data-'));
  if (seeded === undefined) writeFileSync(join(folder, 'site.db'), readMigrated());
  const bindings = openBindings(folder);
  const background = trackBackground();
  const defaults = readVars(readFileSync('wrangler.toml', 'utf8'));
  const env = { ...defaults, ...bindings.stores, ...vars } as unknown as Env;
  return {
    env,
    ctx: background.createContext(),
    dispose: async () => {
      await background.settle();
      await bindings.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
