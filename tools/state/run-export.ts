// npm run export -- FILE [--data FOLDER | [--remote] [--site URL]]: writes all tables of the local D1, of a data folder, or
// of Cloudflare's D1 into a file (docs/deploy.md). --site: with the progress that the running site keeps in objects.
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { parseFileCommand } from '../lib/arguments.ts';
import { command, problem } from '../lib/progress.ts';
import { queryCloudflare } from '../import/cloudflare-d1.ts';
import { findLocalDatabase, openDatabase, STATE_DIR } from '../import/local-store.ts';
import { STORE_TARGET_OPTIONS, requireOneTarget } from '../import/open-store.ts';
import { exportState } from './export.ts';
import { copyObjects, openSite } from './objects.ts';
import { copyFrom } from './remote.ts';
import { openConnection } from '@pardeh/workers-on-node/database/connection';
import { openFresh, readSchema } from './schema.ts';

const OPTIONS = {
  ...STORE_TARGET_OPTIONS,
  site: { type: 'string' },
  'without-objects': { type: 'boolean', default: false },
} as const;
const USAGE = 'Usage: npm run export -- FILE [--data FOLDER | [--remote] [--site URL | --without-objects]]';

/** A copy of Cloudflare's D1, or of the local one. */
async function openCopy(isRemote: boolean, file: string): Promise<DatabaseSync> {
  if (isRemote) {
    const db = await openFresh(file);
    await copyFrom(queryCloudflare, readSchema(db), db);
    return db;
  }
  // The site, which has the objects, serves meanwhile.
  const local = new DatabaseSync(findLocalDatabase(), { readOnly: true });
  await backup(local, file).finally(() => local.close());
  return openConnection(file, 'write');
}

/** Objects of Miniflare have a file each, whose name does not tell the account. */
function hasLocalObjects(): boolean {
  return globSync(`${STATE_DIR}/v3/do/*ProgressObject/*.sqlite`).length > 0;
}

await command(async () => {
  const { file, values } = parseFileCommand(process.argv.slice(2), OPTIONS, USAGE);
  requireOneTarget(values);
  const { remote, data, site } = values;
  if (data !== undefined && site !== undefined) throw problem(`A data folder has all progress in its table.\n${USAGE}`);
  const mayHaveObjects = remote || (data === undefined && hasLocalObjects());
  if (mayHaveObjects && site === undefined && !values['without-objects']) {
    throw problem(`Progress is in Durable Objects: name the running site that has them, or leave them out.\n${USAGE}`);
  }
  const ask = site === undefined ? null : openSite(site, process.env['OPERATOR_TOKEN']);
  const folder = mkdtempSync(join(tmpdir(), 'pardeh-export-'));
  try {
    const isCopied = remote || ask !== null;
    const db = isCopied ? await openCopy(remote, join(folder, 'copy.db')) : openDatabase(data);
    try {
      const copied = ask && (await copyObjects(db, ask));
      const rows = await exportState(db, file);
      console.log(`${String(rows)} rows are in ${file}.`);
      if (copied) {
        const { accounts, rows: places } = copied;
        console.log(
          `Among them are ${String(places)} rows of progress, from the objects of ${String(accounts)} profiles.`,
        );
      } else if (mayHaveObjects) console.log('Progress that accounts keep in Durable Objects is not among them.');
    } finally {
      db.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
