import { availableParallelism } from 'node:os';
import type { DatabaseSync } from 'node:sqlite';
import type { Env } from '../../platform/config/env.ts';
import type { Place } from '@pardeh/workers-on-node/process/place';
import { openChecked } from '@pardeh/workers-on-node/database/check';
import { createD1 } from '@pardeh/workers-on-node/database/d1';
import { openPool } from '@pardeh/workers-on-node/database/pool';
import { OutageError } from '../../platform/http/limits/deadline.ts';
import { openMedia } from './open-media.ts';
import { openRooms, type Rooms } from './rooms.ts';
import { openDataFolder, requireRestored, RESTORE_ADVICE, type DataFolder } from './run/data-folder.ts';
import { readSettings, type Settings } from './run/settings.ts';
import { createConfigStore } from '@pardeh/workers-on-node/stores/config-store';
import { openHostDatabase } from '@pardeh/workers-on-node/stores/host-database';
import type { MediaStore } from '@pardeh/workers-on-node/stores/media-store';
import { createPictures } from '@pardeh/workers-on-node/stores/pictures';
import { createRateLimit } from '@pardeh/workers-on-node/stores/rate-limit';

const ROOM_LIMIT = { limit: 20, seconds: 60 };
const MAX_READERS = 4;

type Stores = Pick<Env, 'DB' | 'MEDIA' | 'CONFIG' | 'IMAGES' | 'ROOMS' | 'ROOM_LIMIT'>;

export interface Bindings {
  stores: Stores;
  folder: DataFolder;
  rooms: Rooms;
  media: MediaStore;
  hostDatabase: DatabaseSync;
  close: () => Promise<void>;
}

interface OpenOptions {
  idleSeconds?: number;
  onDeath?: (cause: Error) => void;
  place?: Place | null;
  settings?: Settings;
  threadProgram?: URL;
}

/** Cloudflare's bindings over a data folder. `onDeath` is called when the database's thread ends by itself. */
export function openBindings(
  root: string,
  { idleSeconds = 3600, onDeath = fail, place = null, settings, threadProgram }: OpenOptions = {},
): Bindings {
  const folder = openDataFolder(root);
  requireRestored(folder);
  const media = openMedia(folder, settings ?? readSettings(folder.settings, process.env));
  openChecked(folder.database, RESTORE_ADVICE).close();
  openChecked(folder.host, RESTORE_ADVICE).close();
  const processes = place?.count ?? 1;
  const readers = Math.ceil(Math.min(MAX_READERS, availableParallelism()) / processes);
  const pool = openPool(folder.database, readers, onDeath, { program: threadProgram });
  const hostDatabase = openHostDatabase(folder.host);
  const rooms = openRooms(hostDatabase, idleSeconds, place);
  return {
    folder,
    rooms,
    media,
    hostDatabase,
    stores: {
      DB: createD1(pool),
      MEDIA: media.bucket,
      CONFIG: createConfigStore(hostDatabase),
      IMAGES: createPictures((message) => new OutageError(message)),
      ROOMS: rooms.namespace,
      ROOM_LIMIT: createRateLimit(Math.ceil(ROOM_LIMIT.limit / processes), ROOM_LIMIT.seconds),
    },
    close: async () => {
      rooms.close();
      await pool.close();
      hostDatabase.close();
    },
  };
}

function fail(cause: Error): never {
  throw cause;
}
