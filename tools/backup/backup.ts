import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backup as copyOnline, DatabaseSync } from 'node:sqlite';
import { describeFolder } from '../../src/host/node/run/data-folder.ts';
import { problem } from '../../scripts/lib/progress.ts';
import { encryptFile } from './cipher.ts';
import { DATABASES, MANIFEST } from './format.ts';
import { listMedia } from './media-list.ts';

/**
 * Copies the databases of a data folder while the site runs, and lists its media files. The copy appears under `target`
 * when it is whole.
 */
export async function makeBackup(dataFolder: string, target: string, passphrase: string): Promise<void> {
  const folder = describeFolder(dataFolder);
  const partial = `${target}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true, mode: 0o700 });
  for (const [name, file] of DATABASES(folder)) {
    const copy = join(partial, name);
    const source = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    await copyOnline(source, copy);
    source.close();
    requireWhole(copy);
    if (passphrase === '') continue;
    await encryptFile(copy, `${copy}.enc`, passphrase);
    rmSync(copy);
  }
  writeFileSync(join(partial, MANIFEST), `${JSON.stringify(await listMedia(folder))}\n`, { mode: 0o600 });
  renameSync(partial, target);
}

export function requireWhole(file: string): void {
  try {
    const db = new DatabaseSync(file, { readOnly: true });
    const [row] = db.prepare('PRAGMA quick_check(1)').all();
    db.close();
    if (row?.['quick_check'] === 'ok') return;
  } catch {
    // Below.
  }
  throw problem(`${file} is damaged.`);
}
