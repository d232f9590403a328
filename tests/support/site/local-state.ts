import { readFileSync, rmSync } from 'node:fs';
import type { Env } from '../../../src/platform/config/env.ts';
import { openBindings } from '../../../src/host/node/open-bindings.ts';
import { readVars } from '../../../src/host/node/run/settings.ts';
import { openState } from '../../../tools/lib/open-state.ts';
import { seededData, seededState } from '../database/seeded-state.ts';

/** A folder of its own: migrated, with the demo catalogue. */
export interface LocalState {
  dir: string;
  /** D1, R2 and KV of it for as long as the work takes. */
  inside: <T>(work: (env: Env) => Promise<T>) => Promise<T>;
  remove: () => Promise<void>;
}

/** A state folder as `npm start` has it: closed, but inside. */
export async function makeLocalState(): Promise<LocalState> {
  const dir = await seededState();
  const inside = async <T>(work: (env: Env) => Promise<T>) => {
    const proxy = await openState(dir);
    try {
      return await work(proxy.env);
    } finally {
      await proxy.dispose();
    }
  };
  return { dir, inside, remove: async () => removeFolder(dir) };
}

/** A data folder of the Node host, open all the time. */
export async function makeLocalData(): Promise<LocalState> {
  const dir = await seededData();
  const { stores, close } = openBindings(dir);
  const remove = async () => {
    await close();
    removeFolder(dir);
  };
  const env = { ...readVars(readFileSync('wrangler.toml', 'utf8')), ...stores } as unknown as Env;
  return { dir, inside: (work) => work(env), remove };
}

const removeFolder = (dir: string) => rmSync(dir, { recursive: true, force: true });
