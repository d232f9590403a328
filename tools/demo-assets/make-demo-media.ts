/**
 * Makes the two demo clips of `seed/media`: drawn pictures, sounded music, written subtitles, all of it ours.
 *
 *   node tools/demo-assets/make-demo-media.ts                    both clips (some minutes)
 *   node tools/demo-assets/make-demo-media.ts clip-2             one clip
 *   node tools/demo-assets/make-demo-media.ts --downloads        only the files to download, of both clips
 *   node tools/demo-assets/make-demo-media.ts --still DIR        only a few PNG pictures of each scene, to look at
 *
 * Needs ffmpeg with libx264; the output is committed, so nobody has to run this to work on the site.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { command } from '../../scripts/lib/progress.ts';
import { requireFfmpeg } from '../ingest/ffmpeg.ts';
import { subtitlePlaylist } from '../ingest/master.ts';
import { webVtt } from '../../src/platform/media/web-vtt.ts';
import { SCORES, renderMusic } from './media/audio.ts';
import { checkClip, checkTotal } from './media/check.ts';
import { SECONDS, VIDEO, type ClipName } from './media/config.ts';
import { CUES, type Subtitles } from './media/cues.ts';
import { encodeDownloads, type Track } from './media/download.ts';
import type { Scene } from './media/draw.ts';
import { encodeAudio, encodeVideo, writeMaster } from './media/hls.ts';
import { makePictures, renderFilm } from './media/render.ts';
import { drawDunes } from './media/scene-dunes.ts';
import { drawSea } from './media/scene-sea.ts';
import { makeStoryboard } from './media/storyboard.ts';

const OUTPUT = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../seed/media');
const SCENES: Record<ClipName, Scene> = { 'clip-1': drawDunes, 'clip-2': drawSea };

function writeSubtitles(clip: string, cues: Subtitles): void {
  const folder = path.join(clip, 'subs');
  mkdirSync(folder, { recursive: true });
  for (const [language, list] of Object.entries(cues)) {
    writeFileSync(path.join(folder, `${language}.vtt`), webVtt(list));
    writeFileSync(path.join(folder, `${language}.m3u8`), subtitlePlaylist(language, SECONDS));
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
    await renderFilm(SCENES[name], film);
    await renderMusic(SCORES[name], music);
    console.log(`${name}: encoding`);
    if (!onlyDownloads) {
      for (const rendition of VIDEO) encodeVideo(film, clip, rendition, scratch);
      encodeAudio(music, clip);
      makeStoryboard(film, clip);
      writeSubtitles(clip, CUES[name]);
      writeMaster(clip);
    }
    encodeDownloads(film, music, clip, subtitleTracks(clip), scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  console.log(checkClip(clip).join('\n'));
}

function writeStills(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, scene] of Object.entries(SCENES)) {
    const pictures = makePictures(scene);
    for (const time of [2, 18, 34]) writeFileSync(path.join(folder, `${name}-${time}.png`), pictures.png(time));
  }
}

async function main(args: string[]): Promise<void> {
  if (args[0] === '--still') {
    if (args[1] === undefined) throw new Error('--still needs a folder');
    writeStills(args[1]);
    return;
  }
  const onlyDownloads = args.includes('--downloads');
  const names = args.filter((name) => name !== '--downloads');
  const clips = Object.keys(SCENES) as ClipName[];
  const chosen = names.length > 0 ? clips.filter((name) => names.includes(name)) : clips;
  if (chosen.length < names.length) throw new Error(`The clips are ${clips.join(' and ')}.`);
  requireFfmpeg();
  for (const name of chosen) await makeClip(name, onlyDownloads);
  console.log(`all together ${(checkTotal(OUTPUT) / 1024 / 1024).toFixed(2)} MB`);
}

await command(() => main(process.argv.slice(2)));
