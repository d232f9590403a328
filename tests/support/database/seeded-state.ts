import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashFiles } from '../../../tools/lib/hash.ts';
import { openState } from '../../../tools/lib/open-state.ts';
import { loadCatalogue } from '../../../tools/seed/load.ts';
import { migrate } from '../../../tools/seed/migrate.ts';
import { readAppDetails, readTestCatalogue } from '../../../tools/seed/read-catalogue.ts';
import type { SeedTarget } from '../../../tools/seed/run.ts';
import { openDataTarget } from '../../../tools/seed/targets.ts';
import type { Env } from '../../../src/platform/config/env.ts';

const FOLDER = '.cache/test-catalogue';
/** The seed's result depends on these files. */
const SOURCES = [
  'seed/catalogue',
  'migrations',
  'tools/seed',
  'src/platform',
  'src/features/search/query',
  'src/features/titles',
  'src/features/site',
];

/**
 * A folder of its own with the demo catalogue in D1, migrated and closed; without art. The catalogue is loaded once for
 * all tests and copied, since loading it takes longer than most of them. The caller removes the folder.
 */
export function seededState(): Promise<string> {
  return copySeeded('', openState);
}

/** The same as a data folder of the Node host. */
export function seededData(): Promise<string> {
  return copySeeded('-node', openDataTarget);
}

/** A run changes no source, and each test file loads its modules again: the worker keeps the hash, and no child of it. */
const worker = globalThis as { seededHash?: string };

type Open = (folder: string) => Promise<Pick<SeedTarget, 'dispose'> & { env: Pick<Env, 'DB'> }>;

async function copySeeded(suffix: string, open: Open): Promise<string> {
  worker.seededHash ??= hashFiles(SOURCES);
  const seedPath = join(FOLDER, worker.seededHash + suffix);
  if (!existsSync(seedPath)) await makeSeeded(seedPath, open);
  const dir = mkdtempSync(join(tmpdir(), 'pardeh-state-'));
  cpSync(seedPath, dir, { recursive: true });
  return dir;
}

async function makeSeeded(seedPath: string, open: Open): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const making = mkdtempSync(`${seedPath}-`);
  const { env, dispose } = await open(making);
  await migrate(env.DB);
  await loadCatalogue(env.DB, readTestCatalogue(), readAppDetails());
  await dispose();
  try {
    renameSync(making, seedPath);
  } catch (cause) {
    // Another worker was quicker: its folder is the same.
    if (!existsSync(seedPath)) throw cause;
    rmSync(making, { recursive: true, force: true });
  }
}
