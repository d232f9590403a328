/** The demo films: a scene, its music, and how it is rendered. */

import { writeFileSync } from 'node:fs';
import { SCORES, renderMusic } from './audio.ts';
import { buildEncoding, getLength, getRate, isStory, listRenditions, type ClipName } from './config.ts';
import { HEIGHT } from './frame.ts';
import type { Scene } from './draw.ts';
import { makePictures, renderFilm } from './render.ts';
import { drawDunes } from './scene-dunes.ts';
import { drawSea } from './scene-sea.ts';
import { tell } from './shots.ts';
import { CLIP_OF_TRAILER, STORIES, type StoryName, type TrailerName } from './stories.ts';

type FilmName = Exclude<ClipName, TrailerName>;

const STORY_NAMES = Object.keys(STORIES) as StoryName[];
export const FILMS: readonly FilmName[] = ['clip-1', 'clip-2', ...STORY_NAMES];
/** All clips; the trailers, which are cut from the others, last. */
export const CLIPS: readonly ClipName[] = [...FILMS, ...(Object.keys(CLIP_OF_TRAILER) as TrailerName[])];

function makeScene(name: FilmName): Scene {
  if (name === 'clip-1') return drawDunes;
  return name === 'clip-2' ? drawSea : tell(name, STORIES[name]);
}

/** A story is drawn straight into its largest picture, a film nearly without loss. */
function findEncoding(name: FilmName, groupSeconds: number): string[] {
  const largest = listRenditions(name).find(({ height }) => height === HEIGHT);
  return isStory(name) && largest ? buildEncoding(name, largest, groupSeconds) : ['-preset', 'veryfast', '-crf', '8'];
}

/** Draws a clip into a file (H.264, 720p); a story's has a key frame at every `groupSeconds`. */
export async function renderPicture(name: FilmName, file: string, groupSeconds: number): Promise<void> {
  const encoding = findEncoding(name, groupSeconds);
  const options = { seconds: getLength(name), rate: getRate(name), captioned: !isStory(name), encoding };
  await renderFilm(makeScene(name), file, options);
}

/** Sounds a clip into a file (WAV). */
export async function renderSound(name: ClipName, file: string): Promise<void> {
  await renderMusic(SCORES[name], file, getLength(name));
}

/** Writes a PNG of a clip's picture at a time, in seconds. */
export function writeStill(name: FilmName, time: number, file: string): void {
  writeFileSync(file, makePictures(makeScene(name), !isStory(name)).png(time));
}
