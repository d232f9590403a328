import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashFiles } from '../../scripts/lib/hash.ts';
import { openState } from '../../scripts/lib/open-state.ts';
import { loadCatalogue } from '../../scripts/seed/load.ts';
import { migrate } from '../../scripts/seed/migrate.ts';
import { readAppDetails, readCatalogue } from '../../scripts/seed/read-catalogue.ts';

const KEPT = '.cache/test-catalogue';
/** The seed's result depends on these files. */
const SOURCES = [
  'seed/catalogue',
  'seed/types.ts',
  'migrations',
  'scripts/seed',
  'src/platform',
  'src/features/search/query',
  'src/features/titles',
  'src/features/site',
];

/**
 * A folder of its own with the demo catalogue in D1, migrated and closed; without art. The catalogue is loaded once for
 * all tests and copied, since loading it takes longer than most of them. The caller removes the folder.
 */
export async function seededState(): Promise<string> {
  const kept = join(KEPT, hashFiles(SOURCES));
  if (!existsSync(kept)) await makeSeeded(kept);
  const dir = mkdtempSync(join(tmpdir(), 'pardeh-state-'));
  cpSync(kept, dir, { recursive: true });
  return dir;
}

async function makeSeeded(kept: string): Promise<void> {
  mkdirSync(KEPT, { recursive: true });
  const making = mkdtempSync(`${kept}-`);
  const proxy = await openState(making);
  await migrate(proxy.env.DB);
  await loadCatalogue(proxy.env.DB, readCatalogue(), readAppDetails());
  await proxy.dispose();
  try {
    renameSync(making, kept);
  } catch (cause) {
    // Another worker was quicker: its folder is the same.
    if (!existsSync(kept)) throw cause;
    rmSync(making, { recursive: true, force: true });
  }
}
