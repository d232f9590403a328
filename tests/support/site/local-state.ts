import { rmSync } from 'node:fs';
import type { Env } from '../../../src/platform/config/env.ts';
import { openState } from '../../../tools/lib/open-state.ts';
import { seededData, seededState } from '../database/seeded-state.ts';
import { openNodePlatform } from './platform.ts';

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
  return { dir, inside, remove: async () => rmSync(dir, { recursive: true, force: true }) };
}

/** A data folder of the Node host, open all the time. */
export async function makeLocalData(): Promise<LocalState> {
  const dir = await seededData();
  const { env, dispose } = await openNodePlatform({}, dir);
  return { dir, inside: (work) => work(env), remove: dispose };
}
