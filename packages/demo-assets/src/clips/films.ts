/** The two demo films: a scene, its music, and how it is rendered. */

import { writeFileSync } from 'node:fs';
import { SCORES, renderMusic } from './audio.ts';
import type { ClipName } from './config.ts';
import type { Scene } from './draw.ts';
import { makePictures, renderFilm } from './render.ts';
import { drawDunes } from './scene-dunes.ts';
import { drawSea } from './scene-sea.ts';

const SCENES: Record<ClipName, Scene> = { 'clip-1': drawDunes, 'clip-2': drawSea };
export const CLIPS = Object.keys(SCENES) as ClipName[];

/** Draws and sounds a clip into two files: the picture (H.264, visually lossless, 720p) and the sound (WAV). */
export async function renderClip(name: ClipName, film: string, music: string): Promise<void> {
  await renderFilm(SCENES[name], film);
  await renderMusic(SCORES[name], music);
}

/** Writes a PNG of a clip's picture at a time, in seconds. */
export function writeStill(name: ClipName, time: number, file: string): void {
  writeFileSync(file, makePictures(SCENES[name]).png(time));
}
