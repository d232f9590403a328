import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { backup as copyOnline, DatabaseSync } from 'node:sqlite';
import { describeFolder } from '../../src/host/node/run/data-folder.ts';
import { problem } from '../../scripts/lib/progress.ts';
import { encryptFile } from './cipher.ts';
import { DATABASES, MANIFEST, type MediaEntry } from './format.ts';

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
  writeFileSync(join(partial, MANIFEST), `${JSON.stringify(await listMedia(folder.media))}\n`, { mode: 0o600 });
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

async function listMedia(root: string): Promise<MediaEntry[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map((path) => ({ path, key: relative(root, path) })).filter(({ key }) => !key.startsWith('.'));
  return Promise.all(files.map(async ({ path, key }) => ({ key, bytes: (await stat(path)).size })));
}
