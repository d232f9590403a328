import type { Env } from '../../../config/env.ts';
import { mediaOf, readMaster, readRendition, type Media } from '../../../domain/playout/media.ts';

/** How long an isolate remembers a folder, and that there is none, in milliseconds. */
const KNOWN_MS = 10 * 60_000;
const MISSING_MS = 30_000;
const MOST = 300;

interface Known {
  media: Promise<Media | null>;
  until: number;
}
const known = new Map<string, Known>();

/** The media of a folder of R2, read from its playlists; null where they are not there or hold no picture. */
export function mediaIn(env: Env, folder: string): Promise<Media | null> {
  const found = known.get(folder);
  if (found && found.until > Date.now()) return found.media;
  if (known.size >= MOST) known.clear();
  const entry: Known = { media: read(env, folder), until: Date.now() + KNOWN_MS };
  known.set(folder, entry);
  const forgetSoon = () => (entry.until = Date.now() + MISSING_MS);
  entry.media.then((media) => media ?? forgetSoon(), forgetSoon);
  return entry.media;
}

async function read(env: Env, folder: string): Promise<Media | null> {
  const text = async (path: string) => (await env.MEDIA.get(`video/${folder}/${path}`))?.text() ?? null;
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
  return mediaOf(folder, offer, renditions.flat());
}
