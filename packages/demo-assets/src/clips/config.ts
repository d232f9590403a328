import {
  CLIP_OF_TRAILER,
  STORIES,
  TRAILER_SHOTS,
  TRAILER_SHOT_SECONDS,
  type StoryName,
  type TrailerName,
} from './stories.ts';

export type ClipName = 'clip-1' | 'clip-2' | StoryName | TrailerName;

export const FPS = 24;
/** Drawn films change twelve times a second: half the work and the bits. */
const STORY_FPS = 12;
/** Of the two films; a story says its own. */
export const SECONDS = 36;

export const isTrailer = (name: string): name is TrailerName => name in CLIP_OF_TRAILER;
export const isStory = (name: string): boolean => name in STORIES || isTrailer(name);

/** Pictures a second of a clip. */
export const getRate = (name: string): number => (isStory(name) ? STORY_FPS : FPS);

/** The length of a clip in seconds. */
export function getLength(name: string): number {
  if (isTrailer(name)) return TRAILER_SHOTS.length * TRAILER_SHOT_SECONDS;
  const stories: Record<string, { seconds: number }> = STORIES;
  return stories[name]?.seconds ?? SECONDS;
}

export const AUDIO = { name: 'audio', rate: 48_000, kbps: 48, storyKbps: 36 };

export interface Rendition {
  name: string;
  width: number;
  height: number;
  kbps: number;
  maxKbps: number;
  profile: string;
  level: string;
}

/**
 * 360p stands first: players without bandwidth knowledge start with the first variant, and 360p is what a
 * slow mobile line can take. `kbps` is the mean aimed at over two passes and `maxKbps` what the decoder buffer
 * may be filled with; the means are low enough that all clips together stay below 36 MB in the repository.
 */
export const VIDEO: Rendition[] = [
  { name: '360p', width: 640, height: 360, kbps: 165, maxKbps: 260, profile: 'main', level: '3.0' },
  { name: '240p', width: 426, height: 240, kbps: 84, maxKbps: 120, profile: 'main', level: '2.1' },
  { name: '720p', width: 1280, height: 720, kbps: 335, maxKbps: 550, profile: 'high', level: '3.1' },
];

/** A story is flat colours: an even quality (x264's CRF), below a ceiling in kbit/s, and no smallest picture. */
export const STORY_CRF = 34;
const STORY_KBPS = { '360p': 55, '720p': 115 };
/** One picture is enough for some seconds, and has fewer bits than the smallest of the two films. */
const TRAILER_KBPS = { '720p': 115 };

export function listRenditions(name: string): Rendition[] {
  if (!isStory(name)) return VIDEO;
  const ceilings: Record<string, number> = isTrailer(name) ? TRAILER_KBPS : STORY_KBPS;
  return VIDEO.flatMap((video) => {
    const maxKbps = ceilings[video.name];
    return maxKbps === undefined ? [] : [{ ...video, maxKbps }];
  });
}

/** x264's arguments for a rendition of a clip: a key frame at every `groupSeconds` and nowhere else. */
export function buildEncoding(
  name: string,
  { profile, level, kbps, maxKbps }: Rendition,
  groupSeconds: number,
): string[] {
  const group = String(getRate(name) * groupSeconds);
  const quality = isStory(name)
    ? ['-preset', 'veryfast', '-tune', 'animation', '-crf', String(STORY_CRF)]
    : ['-preset', 'slow', '-b:v', `${kbps}k`];
  return [
    ...[...quality, '-profile:v', profile, '-level', level, '-pix_fmt', 'yuv420p'],
    ...['-g', group, '-keyint_min', group, '-sc_threshold', '0'],
    // Dark, smooth skies show bands first: mode 3 gives the bits to them.
    ...['-flags', '+cgop', '-aq-mode', '3', '-maxrate', `${maxKbps}k`, '-bufsize', `${maxKbps * 2}k`],
    ...['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact+cgop'],
  ];
}

/** The stories that have a file to download: the titles that are sold play one of these. */
const FOR_SALE = ['crime', 'war', 'palace', 'comedy', 'road', 'space'];
export const isForSale = (name: string): boolean => !isStory(name) || FOR_SALE.includes(name.replace(/^clip-/, ''));

/** The files to download: smaller than what is streamed, so that all of it stays in the repository. */
export const DOWNLOADS = [
  { name: '240p', width: 426, height: 240, kbps: 55, audioKbps: 32 },
  { name: '360p', width: 640, height: 360, kbps: 105, audioKbps: 32 },
];

export const THUMB = { width: 160, height: 90, everySeconds: 3, columns: 4 };

/** The ceiling for all that is written, in bytes. */
export const MAX_TOTAL_BYTES = 36 * 1024 * 1024;
