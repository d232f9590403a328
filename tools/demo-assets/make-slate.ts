/**
 * Makes `seed/media/slate`: what a linear channel shows where nothing is planned. Eight seconds of a drawn picture with a
 * dot that breathes, and silence. Needs ffmpeg with libx264; the output is committed.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import { buildMasterPlaylist } from '../../src/features/hls/build-playlist.ts';
import { requireFfmpeg } from '../ingest/ffmpeg.ts';
import { freshFolder, rates, SEGMENT_SECONDS, segmentArgs } from '../ingest/segments.ts';
import { AUDIO, FPS, HEIGHT, VIDEO, WIDTH, type Rendition } from './media/config.ts';
import { feedFfmpeg, ffmpeg } from './media/ffmpeg.ts';
import { filesBelow, toVariant } from './media/hls.ts';

const SLATE = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../seed/media/slate');
const SECONDS = 2 * SEGMENT_SECONDS;
const MAX_BYTES = 300 * 1000;
const PERSIAN = 'پخش به‌زودی ادامه می‌یابد';
const LATIN = 'We will be right back';

const FONTS = fileURLToPath(new URL('../../node_modules/vazirmatn/fonts/ttf/', import.meta.url));
const OPTIONS = {
  font: {
    loadSystemFonts: false,
    fontFiles: ['Vazirmatn-Medium.ttf', 'Vazirmatn-Bold.ttf'].map((file) => path.join(FONTS, file)),
    defaultFontFamily: 'Vazirmatn',
  },
};

/** The picture at `time` seconds, as RGBA; the first and the last one fit together. */
function picture(time: number): Uint8Array {
  const breath = (1 - Math.cos((time / SECONDS) * 2 * Math.PI * 2)) / 2;
  const line = (y: number, size: number, weight: number, opacity: number, text: string) =>
    `<text x="640" y="${y}" font-family="Vazirmatn" font-size="${size}" font-weight="${weight}" text-anchor="middle" fill="#fff" fill-opacity="${opacity}">${text}</text>`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#12152b"/>` +
    `<circle cx="640" cy="250" r="46" fill="none" stroke="#ffc877" stroke-opacity="0.35" stroke-width="4"/>` +
    `<circle cx="640" cy="250" r="${(14 + 14 * breath).toFixed(2)}" fill="#ffc877"/>` +
    line(400, 52, 700, 1, PERSIAN) +
    line(466, 30, 500, 0.75, LATIN) +
    '</svg>';
  return new Resvg(svg, OPTIONS).render().pixels;
}

async function draw(film: string): Promise<void> {
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${WIDTH}x${HEIGHT}`, '-r', String(FPS), '-i', 'pipe:0'];
  const output = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p', '-c:v', 'libx264', '-crf', '4'];
  const times = Array.from({ length: FPS * SECONDS }, (_, frame) => frame / FPS);
  await feedFfmpeg([...input, ...output, film], Readable.from(times).map(picture));
}

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
  const silence = ['-f', 'lavfi', '-i', `anullsrc=r=${AUDIO.rate}:cl=stereo`, '-t', String(SECONDS - 0.03)];
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
  await draw(film);
  for (const rendition of VIDEO) encodePicture(film, rendition);
  encodeSilence();
  writeMaster();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const bytes = filesBelow(SLATE).reduce((sum, file) => sum + file.bytes, 0);
console.log(`seed/media/slate: ${(bytes / 1000).toFixed(0)} kB`);
if (bytes > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
