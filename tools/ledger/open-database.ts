import { existsSync } from 'node:fs';
import { openState } from '../lib/open-state.ts';
import { problem } from '../lib/progress.ts';
import { openConnection } from '@pardeh/workers-on-node/database/connection';
import { openSqliteD1 } from '@pardeh/workers-on-node/database/d1';
import { describeFolder } from '../../src/host/node/run/data-folder.ts';
import { readSettings } from '../../src/host/node/run/settings.ts';
import { openMedia } from '../../src/host/node/open-media.ts';
import { requireOneTarget, type StoreTarget } from '../import/open-store.ts';
import { openCloudflareReader } from './cloudflare-reader.ts';

interface OpenDatabase {
  db: D1Database;
  /** Null for the deployed site, whose R2 is not at hand. */
  openBucket: () => R2Bucket | null;
  close: () => unknown;
}

/** For reading: of a data folder, also while its site runs, of the deployed site, or of the local state. */
export async function openForReading(place: StoreTarget): Promise<OpenDatabase> {
  requireOneTarget(place);
  const { remote, data } = place;
  if (remote) return { db: openCloudflareReader(), openBucket: () => null, close: () => undefined };
  if (data !== undefined) {
    const folder = describeFolder(data);
    const { database } = folder;
    if (!existsSync(database)) throw problem(`There is no database under ${data}.`);
    const file = openConnection(database, 'read');
    const openBucket = () => openMedia(folder, readSettings(folder.settings, process.env)).bucket;
    return { db: openSqliteD1(file), openBucket, close: () => file.close() };
  }
  const { env, dispose } = await openState(process.env['STATE_DIR'] ?? '.wrangler/state');
  return { db: env.DB, openBucket: () => env.MEDIA, close: dispose };
}
