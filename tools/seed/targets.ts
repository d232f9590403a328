import { openBindings } from '../../src/host/node/open-bindings.ts';
import { openCloudflareStore } from '../../tools/import/cloudflare-store.ts';
import { wrangler } from '../../tools/import/wrangler.ts';
import { buildBaseStatements } from './base.ts';
import { migrate } from './migrate.ts';
import { readAppDetails, readCatalogue } from './read-catalogue.ts';
import type { SeedTarget } from './run.ts';

/** The data folder of the Node host. */
export async function openDataTarget(folder: string): Promise<SeedTarget> {
  const { stores, close } = openBindings(folder);
  return { env: stores, dispose: close };
}

/** Migrates, and adds the base rows. */
export async function seedBase(open: () => Promise<SeedTarget>): Promise<void> {
  const { env, dispose } = await open();
  try {
    await migrate(env.DB);
    const statements = buildBaseStatements(readCatalogue(), readAppDetails());
    await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
  } finally {
    await dispose();
  }
}

/** The same in Cloudflare's D1, through wrangler and its sign-in. */
export async function seedBaseRemotely(): Promise<void> {
  await wrangler(['d1', 'migrations', 'apply', 'DB', '--remote']);
  const store = openCloudflareStore();
  try {
    await store.execute(buildBaseStatements(readCatalogue(), readAppDetails()));
  } finally {
    await store.close();
  }
}
