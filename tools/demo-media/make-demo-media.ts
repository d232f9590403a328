/**
 * Makes the demo clips of `seed/media`: drawn pictures, sounded music, written subtitles, all of it ours.
 *
 *   node tools/demo-media/make-demo-media.ts                    all clips (some minutes each)
 *   node tools/demo-media/make-demo-media.ts clip-2             one clip (a trailer needs its story's clip)
 *   node tools/demo-media/make-demo-media.ts --downloads        only the files to download, of all clips
 *   node tools/demo-media/make-demo-media.ts --still DIR        only a few PNG pictures of each scene, to look at
 *
 * Needs ffmpeg with libx264; the output is committed, so nobody has to run this to work on the site.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { getLength, isForSale, isTrailer, listRenditions, type ClipName } from '@pardeh/demo-assets/clips/config';
import { CUES } from '@pardeh/demo-assets/clips/cues';
import type { Subtitles } from '@pardeh/demo-assets/clips/subtitles';
import { encodeDownloads, type Track } from '@pardeh/demo-assets/clips/download';
import { CLIPS, FILMS, renderPicture, renderSound, writeStill } from '@pardeh/demo-assets/clips/films';
import { CLIP_OF_TRAILER } from '@pardeh/demo-assets/clips/stories';
import { makeStoryboard } from '@pardeh/demo-assets/clips/storyboard';
import { command } from '../lib/progress.ts';
import { requireFfmpeg } from '../ingest/ffmpeg.ts';
import { SEGMENT_SECONDS } from '../ingest/segments.ts';
import { buildSubtitlePlaylist } from '../../src/features/ingest/media/subtitle-files.ts';
import { webVtt } from '../../src/platform/media/web-vtt.ts';
import { checkClip, checkTotal } from './check.ts';
import { cutTrailer, encodeAudio, encodeVideo, writeMaster } from './hls.ts';

const OUTPUT = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../seed/media');

function writeSubtitles(clip: string, cues: Subtitles): void {
  const folder = path.join(clip, 'subs');
  mkdirSync(folder, { recursive: true });
  for (const [language, list] of Object.entries(cues)) {
    writeFileSync(path.join(folder, `${language}.vtt`), webVtt(list));
    writeFileSync(
      path.join(folder, `${language}.m3u8`),
      buildSubtitlePlaylist(language, getLength(path.basename(clip))),
    );
  }
}

/** A clip's subtitles, as an MP4 names their languages. */
const subtitleTracks = (clip: string): Track[] => [
  ['per', path.join(clip, 'subs/fa.vtt')],
  ['eng', path.join(clip, 'subs/en.vtt')],
];

async function makeClip(name: ClipName, onlyDownloads: boolean): Promise<void> {
  const clip = path.join(OUTPUT, name);
  const scratch = mkdtempSync(path.join(tmpdir(), 'pardeh-media-'));
  const film = path.join(scratch, 'film.mp4');
  const music = path.join(scratch, 'music.wav');
  try {
    mkdirSync(clip, { recursive: true });
    console.log(`${name}: drawing and sounding`);
    if (isTrailer(name)) cutTrailer(path.join(OUTPUT, CLIP_OF_TRAILER[name]), film, scratch);
    else await renderPicture(name, film, SEGMENT_SECONDS);
    await renderSound(name, music);
    console.log(`${name}: encoding`);
    if (!onlyDownloads) {
      for (const rendition of listRenditions(name)) encodeVideo(film, clip, rendition, scratch);
      encodeAudio(music, clip);
      writeFileSync(
        path.join(clip, 'storyboard.vtt'),
        webVtt(makeStoryboard(film, clip, getLength(name)), { numbered: false }),
      );
      writeSubtitles(clip, CUES[name]);
      writeMaster(clip);
    }
    if (isForSale(name)) encodeDownloads(film, music, clip, subtitleTracks(clip), scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  console.log(checkClip(clip).join('\n'));
}

function writeStills(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of FILMS)
    for (const time of [2, 18, 34]) writeStill(name, time, path.join(folder, `${name}-${time}.png`));
}

async function main(args: string[]): Promise<void> {
  if (args[0] === '--still') {
    if (args[1] === undefined) throw new Error('--still needs a folder');
    writeStills(args[1]);
    return;
  }
  const onlyDownloads = args.includes('--downloads');
  const names = args.filter((name) => name !== '--downloads');
  const chosen = names.length > 0 ? CLIPS.filter((name) => names.includes(name)) : CLIPS;
  if (chosen.length < names.length) throw new Error(`The clips are ${CLIPS.join(', ')}.`);
  requireFfmpeg();
  for (const name of chosen) await makeClip(name, onlyDownloads);
  console.log(`all together ${(checkTotal(OUTPUT) / 1024 / 1024).toFixed(2)} MB`);
}

await command(() => main(process.argv.slice(2)));
