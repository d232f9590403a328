import { DATA_SAVER_QUERY } from '../../accounts/preferences.ts';
import { findStartIndex } from '../../data-cost/start-quality.ts';
import { canUseMediaSource } from '../../hls/client/media-source.ts';
import type { EngineName, MediaEngine, MediaSourceSpec } from '../../hls/client/media/media-engine.ts';
import type {} from '../../../platform/client/warmed-media.ts';
import { isSavedAddress } from '../../offline/saved-title.ts';
import { networkEstimate } from './network.ts';
import { getNextPicture } from './next-play.ts';
import type { PlayerSettings } from './player.ts';

/** Our engine, and the browser's own HLS only where Media Source Extensions are missing. */
export function chooseEngine(): EngineName {
  return canUseMediaSource() ? 'mse' : 'native';
}

/** `saves`: the browser or the network asks for it (`savesData`). */
export function isSaving({ height, dataSaver }: PlayerSettings, manifest: string, saves: boolean): boolean {
  return height === null && !isSavedAddress(manifest) && (dataSaver || saves);
}

export function getAddress(manifest: string, saving: boolean): string {
  return manifest + (saving ? DATA_SAVER_QUERY : '');
}

export function prepareSource(video: HTMLVideoElement, held: number | null) {
  const estimate = networkEstimate();
  return {
    held,
    estimate,
    chooseStart: (renditions) => {
      const warmed = globalThis.warmedMedia;
      const loaded = renditions.findIndex(({ url }) => url === getNextPicture() || url === warmed?.picture);
      const start = loaded < 0 ? findStartIndex(renditions, estimate, held) : loaded;
      if (warmed) warmed.picture = renditions[start]?.url ?? null;
      return start;
    },
    getHeight: () => video.clientHeight * devicePixelRatio || Infinity,
  } satisfies Partial<MediaSourceSpec>;
}

/** Bits per second; null before a measurement, and for the browser's own HLS. */
export function getThroughput(provider: MediaEngine | null): number | null {
  return provider?.estimate ?? null;
}
