import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getPlatformProxy } from 'wrangler';
import { loadCatalogue } from '../../scripts/seed/load.ts';
import { migrate } from '../../scripts/seed/migrate.ts';
import { readAppDetails, readCatalogue } from '../../scripts/seed/read-catalogue.ts';
import type { Env } from '../../src/config/env.ts';

/** A state folder as `npm start` has it, in a place of its own: migrated, with the demo catalogue, closed. */
export interface LocalState {
  dir: string;
  /** Opens D1, R2 and KV of it for as long as the work takes. */
  inside: <T>(work: (env: Env) => Promise<T>) => Promise<T>;
  remove: () => void;
}

export async function makeLocalState(): Promise<LocalState> {
  const dir = mkdtempSync(join(tmpdir(), 'pardeh-state-'));
  const inside = async <T>(work: (env: Env) => Promise<T>) => {
    const proxy = await getPlatformProxy<Env>({
      configPath: 'wrangler.toml',
      persist: { path: join(dir, 'v3') },
      envFiles: ['/dev/null'],
    });
    try {
      return await work(proxy.env);
    } finally {
      await proxy.dispose();
    }
  };
  await inside(async ({ DB }) => {
    await migrate(DB);
    await loadCatalogue(DB, readCatalogue(), readAppDetails());
  });
  return { dir, inside, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
