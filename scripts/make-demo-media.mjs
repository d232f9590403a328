#!/usr/bin/env node
/**
 * Makes the two demo clips of `seed/media`: drawn pictures, sounded music, written subtitles, all of it ours.
 *
 *   node scripts/make-demo-media.mjs                    both clips (some minutes)
 *   node scripts/make-demo-media.mjs clip-2             one clip
 *   node scripts/make-demo-media.mjs --downloads        only the files to download, of both clips
 *   node scripts/make-demo-media.mjs --still DIR        only a few PNG pictures of each scene, to look at
 *
 * Needs ffmpeg with libx264; the output is committed, so nobody has to run this to work on the site.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SCORES, renderMusic } from './demo-media/audio.mjs';
import { checkClip, checkTotal } from './demo-media/check.mjs';
import { SECONDS, VIDEO } from './demo-media/config.mjs';
import { CUES } from './demo-media/cues.mjs';
import { encodeDownloads } from './demo-media/download.mjs';
import { encodeAudio, encodeVideo, writeMaster } from './demo-media/hls.mjs';
import { subtitlePlaylist } from './ingest/master.ts';
import { makePictures, renderFilm } from './demo-media/render.mjs';
import { drawDunes } from './demo-media/scene-dunes.mjs';
import { drawSea } from './demo-media/scene-sea.mjs';
import { makeStoryboard } from './demo-media/storyboard.mjs';
import { requireFfmpeg } from './demo-media/tools.mjs';
import { webVtt } from './demo-media/vtt.mjs';

const OUTPUT = path.join(path.dirname(fileURLToPath(import.meta.url)), '../seed/media');
const SCENES = { 'clip-1': drawDunes, 'clip-2': drawSea };

function writeSubtitles(clip, cues) {
  const folder = path.join(clip, 'subs');
  mkdirSync(folder, { recursive: true });
  for (const [language, list] of Object.entries(cues)) {
    writeFileSync(path.join(folder, `${language}.vtt`), webVtt(list));
    writeFileSync(path.join(folder, `${language}.m3u8`), subtitlePlaylist(language, SECONDS));
  }
}

/** A clip's subtitles, as an MP4 names their languages. */
const subtitleTracks = (clip) => [
  ['per', path.join(clip, 'subs/fa.vtt')],
  ['eng', path.join(clip, 'subs/en.vtt')],
];

async function makeClip(name, onlyDownloads) {
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

function writeStills(folder) {
  mkdirSync(folder, { recursive: true });
  for (const [name, scene] of Object.entries(SCENES)) {
    const pictures = makePictures(scene);
    for (const time of [2, 18, 34]) writeFileSync(path.join(folder, `${name}-${time}.png`), pictures.png(time));
  }
}

async function main(args) {
  if (args[0] === '--still') {
    if (!args[1]) throw new Error('--still needs a folder');
    writeStills(args[1]);
    return;
  }
  const onlyDownloads = args.includes('--downloads');
  const names = args.filter((name) => name !== '--downloads');
  const unknown = names.find((name) => !(name in SCENES));
  if (unknown) throw new Error(`There is no clip "${unknown}"; there are ${Object.keys(SCENES).join(' and ')}.`);
  requireFfmpeg();
  for (const name of names.length > 0 ? names : Object.keys(SCENES)) await makeClip(name, onlyDownloads);
  console.log(`all together ${(checkTotal(OUTPUT) / 1024 / 1024).toFixed(2)} MB`);
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
