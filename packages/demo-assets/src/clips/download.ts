/** Encodes the files to download: whole MP4s that play from their first bytes on, with the subtitles as tracks. */

import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { AUDIO, DOWNLOADS, isStory } from './config.ts';
import { ffmpeg } from './ffmpeg.ts';

const BITEXACT = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];

/** A subtitle track of an MP4; the language is of ISO 639-2. */
export type Track = [language: string, file: string];

/** Encodes a clip's downloads; a story's are copied from what is streamed, where that has the quality. */
export function encodeDownloads(film: string, music: string, clip: string, subtitles: Track[], scratch: string): void {
  const folder = path.join(clip, 'download');
  mkdirSync(folder, { recursive: true });
  const isFlat = isStory(path.basename(clip));
  for (const { name, width, height, kbps, audioKbps } of DOWNLOADS) {
    const [streamed, sound] = [name, AUDIO.name].map((part) => path.join(clip, part, 'index.m3u8')) as [string, string];
    if (isFlat && !existsSync(streamed)) continue;
    const video = [
      ...['-vf', `scale=${width}:${height}:flags=lanczos,setsar=1`, '-c:v', 'libx264', '-preset', 'veryslow'],
      ...['-profile:v', 'main', '-pix_fmt', 'yuv420p', '-aq-mode', '3', '-b:v', `${kbps}k`],
      ...['-passlogfile', path.join(scratch, `download-${name}`)],
    ];
    if (!isFlat) ffmpeg(['-i', film, '-an', ...video, '-pass', '1', '-f', 'null', '-']);
    ffmpeg([
      ...[
        '-i',
        isFlat ? streamed : film,
        '-i',
        isFlat ? sound : music,
        ...subtitles.flatMap(([, file]) => ['-i', file]),
      ],
      ...['-map', '0:v', '-map', '1:a', ...subtitles.flatMap((_, at) => ['-map', `${at + 2}:s`])],
      ...(isFlat ? ['-c', 'copy'] : [...video, '-pass', '2', '-c:a', 'aac', '-b:a', `${audioKbps}k`, '-ac', '1']),
      ...['-c:s', 'mov_text'],
      ...subtitles.flatMap(([language], at) => [`-metadata:s:s:${at}`, `language=${language}`]),
      ...[...BITEXACT, ...(isFlat ? [] : ['-shortest']), '-movflags', '+faststart', path.join(folder, `${name}.mp4`)],
    ]);
  }
}
