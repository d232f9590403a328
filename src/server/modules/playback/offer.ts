import { offerOf, type Offer } from '../../../domain/master-playlist.ts';
import type { Env } from '../../../config/env.ts';

/** The master playlist of every folder of media, as scripts/make-demo-media and ingest write it. */
export const MANIFEST = 'master.m3u8';

/** How long an isolate remembers what a playlist offers, in milliseconds. */
const MEMORY_MS = 60_000;
const NOTHING: Offer = { renditions: [], audioBandwidth: null, subtitles: [] };
const known = new Map<string, { offer: Offer; until: number }>();

/** What the master playlist of a folder offers: read from R2, once a minute per folder. */
export async function offerOfFolder(env: Env, folder: string): Promise<Offer> {
  const found = known.get(folder);
  if (found && found.until > Date.now()) return found.offer;
  const file = await env.MEDIA.get(`video/${folder}/${MANIFEST}`);
  if (!file) {
    console.error(`media: ${folder}/${MANIFEST} is not in R2`);
    return NOTHING;
  }
  const offer = offerOf(await file.text());
  if (known.size > 500) known.clear();
  known.set(folder, { offer, until: Date.now() + MEMORY_MS });
  return offer;
}
