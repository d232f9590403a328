import { isHLSProvider, type HLSProvider, type MediaProviderAdapter } from '@vidstack/react';
import { startIndex, type Rendition } from '../../data-cost/start-quality.ts';
import { networkEstimate } from './network.ts';
import { canUseHlsJs } from '../../hls/client/hls-js.ts';
import { destroyAbortedInitLoads } from '../../../platform/patches/hls-init-segment-abort.ts';
import { omitNativeSource } from '../../../platform/patches/vidstack-native-source.ts';

/** Who demuxes: the browser itself, or hls.js from our own bundle. */
export type Engine = 'native' | 'hls';

/**
 * The engine to start with: the browser's own where it plays HLS (it saves 155 KB and battery), unless the viewer
 * asked for a certain height, which only hls.js can hold.
 */
export function firstEngine(height: number | null): Engine {
  const native = document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== '';
  if (!native) return 'hls';
  return height !== null && canUseHlsJs() ? 'hls' : 'native';
}

/** No more than this is loaded ahead, in seconds: what somebody leaves unwatched they have paid for. */
const MOST_AHEAD = 90;

export interface Preparation {
  /** Seconds. */
  startAt: number;
  renditions: readonly Rendition[];
  /** The height to hold; null for automatic. */
  held: number | null;
  /** The address that is good now in place of one in the manifest, which may be about to expire. */
  fresh: (url: string) => string;
}

/**
 * Prepares vidstack's HLS provider: hls.js comes from our own bundle (its default is a public CDN), never loads more
 * than the picture's size on screen can show nor further than `MOST_AHEAD`, begins at `startAt` instead of loading the
 * beginning first, and with the height to hold or what the network carried last, unknown the lowest, instead of testing
 * it with a segment that nobody sees.
 */
export function prepareProvider(
  provider: MediaProviderAdapter | null,
  { startAt, renditions, held, fresh }: Preparation,
): void {
  if (!isHLSProvider(provider)) return;
  omitNativeSource(provider);
  provider.onInstance(destroyAbortedInitLoads);
  if (held !== null) holdFromTheStart(provider, held);
  const estimate = networkEstimate();
  provider.library = () => import('hls.js');
  provider.config = {
    capLevelToPlayerSize: true,
    maxMaxBufferLength: MOST_AHEAD,
    startPosition: startAt > 0 ? startAt : -1,
    startLevel: startIndex(renditions, estimate, held),
    ...(estimate !== null && { abrEwmaDefaultEstimate: estimate }),
    testBandwidth: false,
    xhrSetup: (xhr, url) => {
      const now = fresh(url);
      if (now !== url) xhr.open('GET', now, true);
    },
  };
}

/**
 * Holds a height from the first segment on. Told later, hls.js gives up the segment that it is loading, and vidstack's
 * seek at each choice makes it give up the next one: then it may wait for ever.
 */
function holdFromTheStart(provider: HLSProvider, height: number): void {
  provider.onInstance((hls) => {
    const parsed = provider.ctor?.Events.MANIFEST_PARSED;
    if (parsed === undefined) return;
    hls.once(parsed, () => {
      hls.loadLevel = startIndex(
        hls.levels.map((level) => ({ height: level.height, bandwidth: level.bitrate })),
        null,
        height,
      );
    });
  });
}

/** The level that hls.js holds, as an index of the player's qualities; -1 for automatic, and where it does not play. */
export function heldLevel(provider: MediaProviderAdapter | null): number {
  const hls = isHLSProvider(provider) ? provider.instance : null;
  return hls && !hls.autoLevelEnabled ? hls.loadLevel : -1;
}

/** Leaves the choice to hls.js again. */
export function holdNone(provider: MediaProviderAdapter | null): void {
  if (isHLSProvider(provider) && provider.instance) provider.instance.loadLevel = -1;
}

/** What hls.js has measured, in bits per second; null where it does not play. */
export function getThroughput(provider: MediaProviderAdapter | null): number | null {
  return isHLSProvider(provider) ? (provider.instance?.bandwidthEstimate ?? null) : null;
}

/** Asks hls.js to load on, after the network has been away. False where it does not play. */
export function loadOn(provider: MediaProviderAdapter | null): boolean {
  if (!isHLSProvider(provider) || !provider.instance) return false;
  provider.instance.startLoad();
  return true;
}
