import { readRenditions, type PlaylistRenditions } from '@pardeh/hls/master-playlist';
import type { Env } from '../../../platform/config/env.ts';
import { isAhead } from '../../../platform/http/clock.ts';

export const MANIFEST = 'master.m3u8';

const MEMORY_MS = 60_000;
const NOTHING: PlaylistRenditions = { renditions: [], audioBandwidth: null, subtitles: [] };
const cache = new Map<string, { renditions: PlaylistRenditions; until: number }>();

export async function getFolderRenditions(env: Env, folder: string): Promise<PlaylistRenditions> {
  const match = cache.get(folder);
  if (match && isAhead(match.until, Date.now(), MEMORY_MS)) return match.renditions;
  const file = await env.MEDIA.get(`video/${folder}/${MANIFEST}`);
  if (!file) {
    console.error(`media: ${folder}/${MANIFEST} is not in R2`);
    return NOTHING;
  }
  const renditions = readRenditions(await file.text());
  if (cache.size > 500) cache.clear();
  cache.set(folder, { renditions, until: Date.now() + MEMORY_MS });
  return renditions;
}
