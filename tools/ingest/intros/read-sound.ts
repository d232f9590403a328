import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFfmpeg } from '../ffmpeg.ts';
import type { Bucket } from '../bucket.ts';
import { PCM_RATE } from './fingerprint.ts';

/** An intro is in the first half of an episode, and in its first 15 minutes. */
const [SHARE, MAX_SECONDS] = [0.5, 900];

/**
 * The beginning of a film's first published audio track, as mono sound at `PCM_RATE` on the film's clock; null where
 * nothing is published. `scratch` is a folder for files.
 */
export async function readSound(
  bucket: Pick<Bucket, 'read'>,
  folder: string,
  scratch: string,
): Promise<Float32Array | null> {
  const base = `video/${folder}/audio`;
  const playlist = await bucket.read(`${base}/index.m3u8`);
  if (!playlist) return null;
  const [encoded, decoded] = [join(scratch, 'sound.mp4'), join(scratch, 'sound.pcm')];
  writeFileSync(encoded, '');
  for (const name of listFirstParts(new TextDecoder().decode(playlist))) {
    const part = await bucket.read(`${base}/${name}`);
    if (!part) return null;
    appendFileSync(encoded, part);
  }
  await runFfmpeg(['-i', encoded, '-map', '0:a:0', '-ac', '1', '-ar', String(PCM_RATE), '-f', 'f32le', decoded]);
  return new Float32Array(new Uint8Array(readFileSync(decoded)).buffer);
}

/** The first file and the segments that begin in the part to search. Pure. */
export function listFirstParts(playlist: string): string[] {
  const map = /^#EXT-X-MAP:.*URI="([\w.-]+)"/m.exec(playlist)?.[1];
  const segments = [...playlist.matchAll(/^#EXTINF:([\d.]+).*\n(?:#.*\n)*([\w.-]+)$/gm)].map(([, seconds, name]) => ({
    ...{ seconds: Number(seconds), name: name ?? '' },
  }));
  const total = segments.reduce((sum, { seconds }) => sum + seconds, 0);
  const limit = Math.min(MAX_SECONDS, total * SHARE);
  let start = 0;
  const names = segments.flatMap(({ seconds, name }) => {
    start += seconds;
    return start - seconds < limit ? [name] : [];
  });
  return map === undefined ? names : [map, ...names];
}
