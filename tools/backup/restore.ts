import { existsSync, readFileSync, renameSync, rmSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { verifyLedger } from '../../src/features/ledger/server/verify.ts';
import { openSqliteD1 } from '../../src/host/node/database/d1.ts';
import { openDataFolder } from '../../src/host/node/run/data-folder.ts';
import { problem } from '../../scripts/lib/progress.ts';
import { requireWhole } from './backup.ts';
import { decryptFile } from './cipher.ts';
import { DATABASES, MANIFEST, mediaManifest, type MediaEntry } from './format.ts';
import { listMedia } from './media-list.ts';

export interface Restored {
  /** Of the ledger (docs/money.md). */
  findings: string[];
  /** Files of the manifest that the media folder or the bucket lacks, or has in another size. */
  missingMedia: string[];
}

/** Puts the databases of a backup into a data folder. The files that were there are kept with the suffix `before`. */
export async function restoreBackup(
  source: string,
  dataFolder: string,
  passphrase: string,
  before: string,
): Promise<Restored> {
  const manifest = readManifest(source);
  const folder = openDataFolder(dataFolder);
  const databases = DATABASES(folder).map(([name, file]) => ({ name, file, fresh: `${file}.restored` }));
  for (const { name, fresh } of databases) {
    await unpack(join(source, name), fresh, passphrase);
    requireWhole(fresh);
  }
  // Nothing was replaced until now.
  for (const { file, fresh } of databases) {
    for (const suffix of ['', '-wal', '-shm']) {
      if (existsSync(file + suffix)) renameSync(file + suffix, `${file}.${before}${suffix}`);
    }
    renameSync(fresh, file);
  }
  return { findings: await verify(folder.database), missingMedia: findMissing(manifest, await listMedia(folder)) };
}

async function unpack(file: string, to: string, passphrase: string): Promise<void> {
  rmSync(to, { force: true });
  if (existsSync(file)) {
    copyFileSync(file, to);
    return;
  }
  if (!existsSync(`${file}.enc`)) throw problem(`${file} is missing: this is no whole backup.`);
  if (passphrase === '') throw problem(`${file}.enc is encrypted: set PARDEH_BACKUP_KEY.`);
  await decryptFile(`${file}.enc`, to, passphrase);
}

async function verify(database: string): Promise<string[]> {
  const db = new DatabaseSync(database, { readOnly: true });
  try {
    return await verifyLedger(openSqliteD1(db));
  } finally {
    db.close();
  }
}

function readManifest(source: string): MediaEntry[] {
  const file = join(source, MANIFEST);
  if (!existsSync(file)) throw problem(`${file} is missing: this is no whole backup.`);
  return v.parse(mediaManifest, JSON.parse(readFileSync(file, 'utf8')));
}

function findMissing(manifest: readonly MediaEntry[], there: readonly MediaEntry[]): string[] {
  const sizes = new Map(there.map(({ key, bytes }) => [key, bytes]));
  return manifest.filter(({ key, bytes }) => sizes.get(key) !== bytes).map(({ key }) => key);
}
