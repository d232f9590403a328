import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, setOptions, type types } from 'hls-parser';
import type { Env } from '../../../src/platform/config/env.ts';
import { serveMedia } from '../../../src/app/media.ts';

setOptions({ strictMode: true });

/** Puts the playlists of the demo clips and of the slate into R2: all that playout reads of them. */
export async function storePlaylists({ MEDIA }: Env): Promise<void> {
  const files = readdirSync('seed/media', { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.m3u8'))
    .map(({ parentPath, name }) => join(parentPath, name));
  await Promise.all(files.map((file) => MEDIA.put(file.replace('seed/media', 'video'), readFileSync(file))));
}

/** Asks the media door for an address, absolute or of the site. */
export function requestMedia(
  env: Env,
  ctx: ExecutionContext,
  address: string,
  init: RequestInit = {},
): Promise<Response> {
  return serveMedia(new Request(new URL(address, 'https://pardeh.test'), init), env, ctx);
}

/** A playlist as a second parser, which is strict, understands it. */
export function parseMediaPlaylist(text: string): types.MediaPlaylist {
  const parsed = parse(text);
  if (parsed.isMasterPlaylist) throw new Error(`a master playlist:\n${text}`);
  return parsed;
}

export function parseMasterPlaylist(text: string): types.MasterPlaylist {
  const parsed = parse(text);
  if (!parsed.isMasterPlaylist) throw new Error(`no master playlist:\n${text}`);
  return parsed;
}

export function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
