import { rmSync } from 'node:fs';
import type { Env } from '../../../src/platform/config/env.ts';
import { openState } from '../../../tools/lib/open-state.ts';
import { seededState } from '../database/seeded-state.ts';

/** A state folder as `npm start` has it, in a place of its own: migrated, with the demo catalogue, closed. */
export interface LocalState {
  dir: string;
  /** Opens D1, R2 and KV of it for as long as the work takes. */
  inside: <T>(work: (env: Env) => Promise<T>) => Promise<T>;
  remove: () => void;
}

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
  return { dir, inside, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
