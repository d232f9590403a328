import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backup as copyOnline, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { describeFolder } from '../../src/host/node/run/data-folder.ts';
import { problem } from '../lib/progress.ts';
import { encryptFile } from './cipher.ts';
import { DATABASES, MANIFEST } from './format.ts';
import { listMedia } from './media-list.ts';

/**
 * Copies the databases of a data folder while the site runs, and lists its media files. The copy appears under `target`
 * when it is whole.
 */
export async function makeBackup(dataFolder: string, target: string, passphrase: string): Promise<void> {
  const folder = describeFolder(dataFolder);
  if (!existsSync(folder.database)) throw problem(`There is no database under ${dataFolder}.`);
  const partial = `${target}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true, mode: 0o700 });
  try {
    for (const [name, file] of DATABASES(folder)) await copyDatabase(file, join(partial, name), passphrase);
    writeFileSync(join(partial, MANIFEST), `${JSON.stringify(await listMedia(folder))}\n`, { mode: 0o600 });
    renameSync(partial, target);
  } catch (error) {
    // It may hold a copy that is not encrypted yet.
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
}

async function copyDatabase(file: string, copy: string, passphrase: string): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  await copyOnline(source, copy).finally(() => source.close());
  requireWhole(copy);
  if (passphrase === '') return;
  await encryptFile(copy, `${copy}.enc`, passphrase);
  rmSync(copy);
}

export function requireWhole(file: string): void {
  try {
    // Beside a file that nobody writes, SQLite then leaves no files of its own.
    const address = pathToFileURL(resolve(file));
    address.searchParams.set('immutable', '1');
    const db = new DatabaseSync(address, { readOnly: true });
    const [row] = db.prepare('PRAGMA quick_check(1)').all();
    db.close();
    if (row?.['quick_check'] === 'ok') return;
  } catch {
    // Below.
  }
  throw problem(`${file} is damaged.`);
}
