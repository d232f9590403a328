import { isHLSProvider, type MediaProviderAdapter } from '@vidstack/react';

/** Who demuxes: the browser itself, or hls.js from our own bundle. */
export type Engine = 'native' | 'hls';

/** Whether hls.js can work here: it needs Media Source Extensions, which older iPhones lack. */
export function canUseHlsJs(): boolean {
  return 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis;
}

/**
 * The engine to start with: the browser's own where it plays HLS (it saves 155 KB and battery), unless the viewer
 * asked for a certain height, which only hls.js can hold.
 */
export function firstEngine(height: number | null): Engine {
  const native = document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== '';
  if (!native) return 'hls';
  return height !== null && canUseHlsJs() ? 'hls' : 'native';
}

/**
 * Prepares vidstack's HLS provider: hls.js comes from our own bundle (its default is a public CDN), never loads more
 * than the picture's size on screen can show, and begins at `startAt` seconds instead of loading the beginning first.
 */
export function prepareProvider(provider: MediaProviderAdapter | null, startAt: number): void {
  if (!isHLSProvider(provider)) return;
  provider.library = () => import('hls.js');
  provider.config = { capLevelToPlayerSize: true, startPosition: startAt > 0 ? startAt : -1 };
}

/** The heights in an HLS master playlist, highest first, each once. */
export function heightsOf(master: string): number[] {
  const found = [...master.matchAll(/^#EXT-X-STREAM-INF:.*\bRESOLUTION=\d+x(\d+)/gm)].map((match) => Number(match[1]));
  return [...new Set(found)].sort((a, b) => b - a);
}
