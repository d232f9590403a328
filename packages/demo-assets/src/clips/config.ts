export type ClipName = 'clip-1' | 'clip-2';

export const WIDTH = 1280;
export const HEIGHT = 720;
export const FPS = 24;
export const SECONDS = 36;
export const FRAMES = FPS * SECONDS;

export const AUDIO = { name: 'audio', rate: 48_000, kbps: 48 };

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
 * may be filled with; the means are low enough that both clips together stay far below 8 MB in the repository.
 */
export const VIDEO: Rendition[] = [
  { name: '360p', width: 640, height: 360, kbps: 165, maxKbps: 260, profile: 'main', level: '3.0' },
  { name: '240p', width: 426, height: 240, kbps: 84, maxKbps: 120, profile: 'main', level: '2.1' },
  { name: '720p', width: 1280, height: 720, kbps: 335, maxKbps: 550, profile: 'high', level: '3.1' },
];

/** The files to download: smaller than what is streamed, so that all of it stays in the repository. */
export const DOWNLOADS = [
  { name: '240p', width: 426, height: 240, kbps: 55, audioKbps: 32 },
  { name: '360p', width: 640, height: 360, kbps: 105, audioKbps: 32 },
];

export const THUMB = { width: 160, height: 90, everySeconds: 3, columns: 4 };

/** The ceiling for all that is written, in bytes. */
export const MAX_TOTAL_BYTES = 8 * 1024 * 1024;
