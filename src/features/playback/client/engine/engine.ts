import { DATA_SAVER_QUERY } from '../../../accounts/preferences.ts';
import { findStartIndex } from '../../../data-cost/start-quality.ts';
import type { TitleKind } from '../../../../platform/kinds.ts';
import { canUseMediaSource } from '@pardeh/hls/media-source';
import type { KeySessionsHost } from '@pardeh/hls/key-sessions';
import type { EngineName, MediaEngine, MediaSourceSpec } from '@pardeh/hls/engine';
import { isSavedAddress } from '../../../offline/saved-title.ts';
import { networkEstimate } from '../quality/network.ts';
import { findNextKey, getNextPicture } from '../next-episode/next-play.ts';
import type { PlayerSettings } from '../player.ts';

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

export function prepareSource(video: HTMLVideoElement, maxHeight: number | null) {
  const estimate = networkEstimate();
  return {
    held: maxHeight,
    estimate,
    chooseStart: (renditions) => {
      const loaded = renditions.findIndex(({ url }) => url === getNextPicture());
      return loaded < 0 ? findStartIndex(renditions, estimate, maxHeight) : loaded;
    },
    findKey: findNextKey,
    loadCueReader: async () => (await import('../../../../platform/media/subtitles/read-blocks.ts')).readVtt,
    getHeight: () => video.clientHeight * devicePixelRatio || Infinity,
  } satisfies Partial<MediaSourceSpec>;
}

/** Licences of a film in `cbcs`; their code is loaded where a playlist names a key system. */
export function createKeyOpener(title: { kind: TitleKind; id: number }, stream: string | null) {
  return async (host: KeySessionsHost) => {
    const { createKeySessions } = await import('./request-licence.ts');
    return createKeySessions(host, title, stream);
  };
}

/** Bits per second; null before a measurement, and for the browser's own HLS. */
export function getThroughput(provider: MediaEngine | null): number | null {
  return provider?.estimate ?? null;
}
