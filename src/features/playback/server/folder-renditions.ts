import { readRenditions, type PlaylistRenditions } from '@pardeh/hls/master-playlist';
import type { Env } from '../../../platform/config/env.ts';
import { LruCache } from '../../../platform/http/cache/lru-cache.ts';

export const MANIFEST = 'master.m3u8';

const MEMORY_MS = 60_000;
const NOTHING: PlaylistRenditions = { renditions: [], audioBandwidth: null, subtitles: [] };
const cache = new LruCache<PlaylistRenditions>({ max: 500 });

export async function getFolderRenditions(env: Env, folder: string): Promise<PlaylistRenditions> {
  const match = cache.get(folder);
  if (match) return match;
  const file = await env.MEDIA.get(`video/${folder}/${MANIFEST}`);
  if (!file) {
    console.error(`media: ${folder}/${MANIFEST} is not in R2`);
    return NOTHING;
  }
  const renditions = readRenditions(await file.text());
  cache.put(folder, renditions, MEMORY_MS);
  return renditions;
}
