import type { Env } from '../../../platform/config/env.ts';
import { SharedValues } from '../../../platform/http/cache/shared-values.ts';
import { retryRead, readWhole } from '../../../platform/media/stored-file.ts';
import { buildMedia, readMaster, readRendition, type Media } from '../playout/media.ts';

/** Milliseconds that an isolate caches a folder, and a missing one. */
const KNOWN_MS = 10 * 60_000;
const MISSING_MS = 30_000;
const MAX_ENTRIES = 300;

const shared = new SharedValues<string, Media | null>(MAX_ENTRIES);

export function mediaIn(env: Env, folder: string): Promise<Media | null> {
  return shared.read(folder, async () => {
    const value = await read(env, folder);
    return { value, keepMs: value === null ? MISSING_MS : KNOWN_MS };
  });
}

async function read(env: Env, folder: string): Promise<Media | null> {
  const text = async (path: string) => {
    const file = await retryRead(() => env.MEDIA.get(`video/${folder}/${path}`));
    return file && new TextDecoder().decode(await readWhole(file));
  };
  const master = await text('master.m3u8');
  if (master === null) return null;
  const offer = readMaster(master);
  const paths = [...offer.variants.map(({ path }) => path), ...(offer.audio === null ? [] : [offer.audio])];
  const renditions = await Promise.all(
    paths.map(async (path) => {
      const playlist = await text(`${path}/index.m3u8`);
      return playlist === null ? [] : [readRendition(path, playlist)];
    }),
  );
  return buildMedia(folder, offer, renditions.flat());
}
