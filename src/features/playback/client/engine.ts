import { isHLSProvider, type HLSProvider, type MediaProviderAdapter } from '@vidstack/react';
import { findStartIndex, type Rendition } from '../../data-cost/start-quality.ts';
import { networkEstimate } from './network.ts';
import { canUseHlsJs } from '../../hls/client/hls-js.ts';
import { destroyAbortedInitLoads } from '../../../platform/patches/hls-init-segment-abort.ts';
import { omitNativeSource } from '../../../platform/patches/vidstack-native-source.ts';

export type Engine = 'native' | 'hls';

/** Native HLS saves 155 kB and battery; only hls.js can hold a height. */
export function firstEngine(height: number | null): Engine {
  const native = document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== '';
  if (!native) return 'hls';
  return height !== null && canUseHlsJs() ? 'hls' : 'native';
}

/** Maximum forward buffer, seconds. Viewers pay for unwatched data. */
const MOST_AHEAD = 90;

export interface Preparation {
  /** Seconds. */
  startAt: number;
  renditions: readonly Rendition[];
  /** Pixels; null for automatic. */
  held: number | null;
  /** The valid address for one of the manifest, which may expire. */
  fresh: (url: string) => string;
}

/** hls.js from our bundle (vidstack's default is a public CDN), capped to the player's size and `MOST_AHEAD`. */
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
    startLevel: findStartIndex(renditions, estimate, held),
    ...(estimate !== null && { abrEwmaDefaultEstimate: estimate }),
    testBandwidth: false,
    xhrSetup: (xhr, url) => {
      const now = fresh(url);
      if (now !== url) xhr.open('GET', now, true);
    },
  };
}

/** From the first segment on: later, hls.js and vidstack's seek abort segments and may wait forever. */
function holdFromTheStart(provider: HLSProvider, height: number): void {
  provider.onInstance((hls) => {
    const parsed = provider.ctor?.Events.MANIFEST_PARSED;
    if (parsed === undefined) return;
    hls.once(parsed, () => {
      hls.loadLevel = findStartIndex(
        hls.levels.map((level) => ({ height: level.height, bandwidth: level.bitrate })),
        null,
        height,
      );
    });
  });
}

/** An index of the player's qualities; -1 for automatic, and without hls.js. */
export function heldLevel(provider: MediaProviderAdapter | null): number {
  const hls = isHLSProvider(provider) ? provider.instance : null;
  return hls && !hls.autoLevelEnabled ? hls.loadLevel : -1;
}

export function holdNone(provider: MediaProviderAdapter | null): void {
  if (isHLSProvider(provider) && provider.instance) provider.instance.loadLevel = -1;
}

/** Bits per second; null without hls.js. */
export function getThroughput(provider: MediaProviderAdapter | null): number | null {
  return isHLSProvider(provider) ? (provider.instance?.bandwidthEstimate ?? null) : null;
}

/** After the network returns. False without hls.js. */
export function loadOn(provider: MediaProviderAdapter | null): boolean {
  if (!isHLSProvider(provider) || !provider.instance) return false;
  provider.instance.startLoad();
  return true;
}
