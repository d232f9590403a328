import { isHLSProvider, type MediaProviderAdapter } from '@vidstack/react';
import { startIndex, type Rendition } from '../../domain/start-quality.ts';
import { networkEstimate } from '../../stores/network.ts';

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

export interface Preparation {
  /** Seconds. */
  startAt: number;
  renditions: readonly Rendition[];
  /** The address that is good now in place of one in the manifest, which may be about to expire. */
  fresh: (url: string) => string;
}

/**
 * Prepares vidstack's HLS provider: hls.js comes from our own bundle (its default is a public CDN), never loads more
 * than the picture's size on screen can show, begins at `startAt` instead of loading the beginning first, and at what
 * the network carried last, unknown at the lowest, instead of testing it with a segment that nobody sees.
 */
export function prepareProvider(
  provider: MediaProviderAdapter | null,
  { startAt, renditions, fresh }: Preparation,
): void {
  if (!isHLSProvider(provider)) return;
  const estimate = networkEstimate();
  provider.library = () => import('hls.js');
  provider.config = {
    capLevelToPlayerSize: true,
    startPosition: startAt > 0 ? startAt : -1,
    startLevel: startIndex(renditions, estimate),
    ...(estimate !== null && { abrEwmaDefaultEstimate: estimate }),
    testBandwidth: false,
    xhrSetup: (xhr, url) => {
      const now = fresh(url);
      if (now !== url) xhr.open('GET', now, true);
    },
  };
}

/** What hls.js has measured, in bits per second; null where it does not play. */
export function throughputOf(provider: MediaProviderAdapter | null): number | null {
  return isHLSProvider(provider) ? (provider.instance?.bandwidthEstimate ?? null) : null;
}

/** Asks hls.js to load on, after the network has been away. False where it does not play. */
export function loadOn(provider: MediaProviderAdapter | null): boolean {
  if (!isHLSProvider(provider) || !provider.instance) return false;
  provider.instance.startLoad();
  return true;
}

/** A manifest's address with what is wanted of it: nothing above `max` pixels, or the sound alone. */
export function manifestAddress(manifest: string, { max, audio }: { max: number | null; audio: boolean }): string {
  if (audio) return `${manifest}?audio=1`;
  return max === null ? manifest : `${manifest}?max=${String(max)}`;
}
