// npm run export -- FILE [--data FOLDER | --remote]: writes all tables of the local D1, of a data folder, or of
// Cloudflare's D1 into a file (docs/deploy.md).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { parseFileCommand } from '../../scripts/lib/arguments.ts';
import { command } from '../../scripts/lib/progress.ts';
import { openDatabase } from '../import/local-store.ts';
import { PLACE_OPTIONS, requireOnePlace } from '../import/open-store.ts';
import { exportState } from './export.ts';
import { copyFrom, createRemoteReader } from './remote.ts';
import { openFresh, readSchema } from './schema.ts';

async function openRemote(file: string): Promise<DatabaseSync> {
  const db = await openFresh(file);
  await copyFrom(createRemoteReader(['--remote']), readSchema(db), db);
  return db;
}

await command(async () => {
  const usage = 'Usage: npm run export -- FILE [--data FOLDER | --remote]';
  const { file, values } = parseFileCommand(process.argv.slice(2), PLACE_OPTIONS, usage);
  requireOnePlace(values);
  const folder = mkdtempSync(join(tmpdir(), 'pardeh-export-'));
  try {
    const db = values.remote ? await openRemote(join(folder, 'copy.db')) : openDatabase(values.data);
    const rows = await exportState(db, file).finally(() => {
      db.close();
    });
    console.log(`${String(rows)} rows are in ${file}.`);
    if (values.data === undefined) {
      console.log('Progress that accounts keep in Durable Objects is not among them (decision 119).');
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
