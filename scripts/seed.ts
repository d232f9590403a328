// Migrates and fills the local D1, R2 and KV: node scripts/seed.ts. Does nothing when nothing has changed.
import { existsSync, readFileSync } from 'node:fs';
import { fingerprint } from './seed/fingerprint.ts';

/** The state that `wrangler dev --persist-to` reads. STATE_DIR names another: tests have one. */
const STATE = process.env['STATE_DIR'] ?? '.wrangler/state';
/** The mark is deleted with the data beside it. */
const MARK = `${STATE}/v3/seeded`;

const version = fingerprint();
if (existsSync(`${STATE}/v3/d1`) && existsSync(MARK) && readFileSync(MARK, 'utf8') === version) {
  console.log('Catalogue: up to date.');
} else {
  // Wrangler would announce which file it reads secrets from.
  process.env['WRANGLER_LOG'] ??= 'warn';
  // Only now: what seeding needs takes a second to load.
  const { seed } = await import('./seed/run.ts');
  await seed(STATE, MARK, version);
}
