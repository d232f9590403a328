// npm run seed: migrates and fills the local D1, R2 and KV. Does nothing when nothing has changed.
// --data FOLDER fills the data folder of the Node host instead. --only base adds what a site needs before its first
// title, without the demo's titles; with --remote in Cloudflare's D1. --tests lets some titles play what tests measure.
// --owner gives the demo's own account a place at the desk.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { command, problem } from '../tools/lib/progress.ts';
import { ensureSandboxOwner } from '../tools/lib/sandbox-owner.ts';
import { fingerprint } from '../tools/seed/fingerprint.ts';

/** The state that `wrangler dev --persist-to` reads. STATE_DIR names another: tests have one. */
const STATE = process.env['STATE_DIR'] ?? '.wrangler/state';
const USAGE = 'Usage: npm run seed [-- [--data FOLDER] [--only base] [--remote] [--tests] [--owner]]';

const readOptions = () => {
  try {
    return parseArgs({
      options: {
        data: { type: 'string' },
        only: { type: 'string' },
        remote: { type: 'boolean', default: false },
        tests: { type: 'boolean', default: false },
        owner: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw problem(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
};

await command(async () => {
  const { data, only, remote, tests, owner } = readOptions();
  if (only !== undefined && only !== 'base') throw problem(`--only ${only}: only "base" is known.\n${USAGE}`);
  if (remote && only === undefined) throw problem(`The demo's titles stay on this machine.\n${USAGE}`);
  // The mark is deleted with the data beside it.
  const mark = data === undefined ? `${STATE}/v3/seeded` : join(data, 'seeded');
  const database = data === undefined ? `${STATE}/v3/d1` : join(data, 'site.db');
  // The archive for offline use has no demo, and so none of its files.
  const version = only === undefined ? fingerprint() : '';
  const isSeeded = existsSync(database) && existsSync(mark) && readFileSync(mark, 'utf8') === version;
  if (only === undefined && isSeeded) {
    console.log('Catalogue: up to date.');
    if (!owner) return;
  }
  // Wrangler would announce which file it reads secrets from.
  process.env['WRANGLER_LOG'] ??= 'warn';
  // Only now: what seeding needs takes a second to load, and a server has no wrangler.
  const { openDataTarget, seedBase, seedBaseRemotely } = await import('../tools/seed/targets.ts');
  const open = async () =>
    data === undefined ? (await import('../tools/lib/open-state.ts')).openState(STATE) : openDataTarget(data);
  if (only === undefined && isSeeded) await ensureSandboxOwner(open);
  else if (only === undefined) {
    const [{ seed }, { readCatalogue, readTestCatalogue }] = await Promise.all([
      import('../tools/seed/run.ts'),
      import('../tools/seed/read-catalogue.ts'),
    ]);
    await seed(tests ? readTestCatalogue() : readCatalogue(), open, mark, version, owner);
  } else if (remote) await seedBaseRemotely();
  else await seedBase(open);
  if (only === undefined) return;
  const [{ openStore }, { indexGenres }] = await Promise.all([
    import('../tools/import/open-store.ts'),
    import('../tools/reindex/rebuild.ts'),
  ]);
  const store = openStore({ remote, data });
  try {
    await indexGenres(store);
  } finally {
    await store.close();
  }
  console.log('Genres, lists, categories, plans and settings are there.');
});
