import { availableParallelism } from 'node:os';
import type { DatabaseSync } from 'node:sqlite';
import type { Env } from '../../platform/config/env.ts';
import type { Place } from './cluster/place.ts';
import { openChecked } from './database/check.ts';
import { createD1 } from './database/d1.ts';
import { openPool } from './database/pool.ts';
import { openRooms, type Rooms } from './rooms/rooms.ts';
import { openDataFolder, requireRestored, type DataFolder } from './run/data-folder.ts';
import { readSettings, type Settings } from './run/settings.ts';
import { createConfigStore } from './stores/config-store.ts';
import { openHostDatabase } from './stores/host-database.ts';
import { openMediaStore, type MediaStore } from './stores/media-store.ts';
import { createPictures } from './stores/pictures.ts';
import { createRateLimit } from './stores/rate-limit.ts';

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
  const media = openMediaStore(folder, settings ?? readSettings(folder.settings, process.env));
  openChecked(folder.database).close();
  openChecked(folder.host).close();
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
      IMAGES: createPictures(),
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
