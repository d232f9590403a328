import { existsSync, readFileSync, renameSync, rmSync, copyFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { giveToOwner } from '@pardeh/workers-on-node/process/owner';
import * as v from 'valibot';
import { verifyLedger } from '../../src/features/ledger/server/verify.ts';
import { openConnection } from '@pardeh/workers-on-node/database/connection';
import { openSqliteD1 } from '@pardeh/workers-on-node/database/d1';
import { openDataFolder } from '../../src/host/node/run/data-folder.ts';
import { problem } from '../lib/progress.ts';
import { migrate } from '../seed/migrate.ts';
import { requireWhole } from './backup.ts';
import { decryptFile } from './cipher.ts';
import { DATABASES, MANIFEST, mediaManifest, type MediaEntry } from './format.ts';
import { listMedia } from './media-list.ts';

const SQLITE_BUSY = 5;

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
  const locks: DatabaseSync[] = [];
  try {
    for (const { file } of databases) locks.push(...lockUnused(file));
    for (const { name, fresh } of databases) {
      await unpack(join(source, name), fresh, passphrase);
      requireWhole(fresh);
    }
    const findings = await migrateAndVerify(`${folder.database}.restored`);
    // Nothing was replaced until now. No site starts in between.
    writeFileSync(folder.restoring, resolve(source), { flush: true });
    for (const { file, fresh } of databases) {
      for (const suffix of ['', '-wal', '-shm']) {
        if (existsSync(file + suffix)) renameSync(file + suffix, `${file}.${before}${suffix}`);
      }
      renameSync(fresh, file);
      giveToOwner(file);
    }
    rmSync(folder.restoring);
    return { findings, missingMedia: findMissing(manifest, await listMedia(folder)) };
  } finally {
    for (const lock of locks) lock.close();
    for (const { fresh } of databases)
      for (const suffix of ['', '-wal', '-shm']) rmSync(fresh + suffix, { force: true });
  }
}

/** A site that runs, or starts meanwhile, would write to the file that was moved. A damaged file has no lock. */
function lockUnused(file: string): DatabaseSync[] {
  if (!existsSync(file)) return [];
  const db = new DatabaseSync(file, { timeout: 1000 });
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
    return [db];
  } catch (error) {
    db.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) return [];
    throw problem(`The site runs on ${file}. Stop it with its socket, and restore again. Nothing was replaced.`);
  }
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

/** A backup of an earlier version lacks tables that the ledger's check reads. The next start would add them, too. */
async function migrateAndVerify(database: string): Promise<string[]> {
  const db = openConnection(database, 'write');
  try {
    const d1 = openSqliteD1(db);
    await migrate(d1);
    return await verifyLedger(d1);
  } finally {
    db.close();
  }
}

function readManifest(source: string): MediaEntry[] {
  const file = join(source, MANIFEST);
  if (!existsSync(file)) throw problem(`${file} is missing: this is no whole backup.`);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), mediaManifest), readFileSync(file, 'utf8'));
  if (!parsed.success) throw problem(`${file} is damaged: this is no whole backup.`);
  return parsed.output;
}

function findMissing(manifest: readonly MediaEntry[], there: readonly MediaEntry[]): string[] {
  const sizes = new Map(there.map(({ key, bytes }) => [key, bytes]));
  return manifest.filter(({ key, bytes }) => sizes.get(key) !== bytes).map(({ key }) => key);
}
