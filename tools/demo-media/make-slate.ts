/**
 * Makes `seed/media/slate`: what a linear channel shows where nothing is planned. Eight seconds of a drawn picture with a
 * dot that breathes, and silence. Needs ffmpeg with libx264; the output is committed.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AUDIO, FPS, VIDEO, type Rendition } from '@pardeh/demo-assets/clips/config';
import { ffmpeg } from '@pardeh/demo-assets/clips/ffmpeg';
import { renderSlate, SLATE_SECONDS } from '@pardeh/demo-assets/clips/slate';
import { buildMasterPlaylist } from '@pardeh/hls/build-playlist';
import { requireFfmpeg } from '../ingest/ffmpeg.ts';
import { freshFolder, rates, SEGMENT_SECONDS, segmentArgs } from '../ingest/segments.ts';
import { filesBelow, toVariant } from './hls.ts';

const SLATE = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../seed/media/slate');
const MAX_BYTES = 300 * 1000;
const BARE = ['-map_metadata', '-1', '-fflags', '+bitexact'];

function encodePicture(film: string, { name, width, height, profile, level }: Rendition): void {
  const folder = freshFolder(SLATE, name);
  const group = String(FPS * SEGMENT_SECONDS);
  ffmpeg([
    ...['-i', film, '-an', '-vf', `scale=${width}:${height}:flags=lanczos,setsar=1`, '-c:v', 'libx264'],
    ...['-preset', 'veryslow', '-crf', '30', '-profile:v', profile, '-level', level, '-pix_fmt', 'yuv420p'],
    ...['-g', group, '-keyint_min', group, '-sc_threshold', '0', '-flags:v', '+bitexact+cgop', ...BARE],
    ...segmentArgs(folder, '+cmaf+negative_cts_offsets'),
  ]);
}

function encodeSilence(): void {
  const folder = freshFolder(SLATE, AUDIO.name);
  const silence = ['-f', 'lavfi', '-i', `anullsrc=r=${AUDIO.rate}:cl=stereo`, '-t', String(SLATE_SECONDS - 0.03)];
  const encode = ['-c:a', 'aac', '-b:a', `${AUDIO.kbps}k`, '-flags:a', '+bitexact', ...BARE];
  ffmpeg([...silence, ...encode, ...segmentArgs(folder, '+cmaf')]);
}

function writeMaster(): void {
  const uri = `${AUDIO.name}/index.m3u8`;
  const silence = { type: 'AUDIO', groupId: 'audio', name: 'silence', language: 'zxx', isDefault: true, uri } as const;
  const audio = rates(path.join(SLATE, AUDIO.name));
  const variants = VIDEO.map((video) => toVariant(SLATE, video, audio));
  writeFileSync(path.join(SLATE, 'master.m3u8'), buildMasterPlaylist([silence], variants));
}

requireFfmpeg();
const scratch = mkdtempSync(path.join(tmpdir(), 'pardeh-slate-'));
try {
  const film = path.join(scratch, 'film.mp4');
  await renderSlate(film);
  for (const rendition of VIDEO) encodePicture(film, rendition);
  encodeSilence();
  writeMaster();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const bytes = filesBelow(SLATE).reduce((sum, file) => sum + file.bytes, 0);
console.log(`seed/media/slate: ${(bytes / 1000).toFixed(0)} kB`);
if (bytes > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
