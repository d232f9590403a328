import { useStore } from '@nanostores/react';
import { useMediaState, type MediaPlayerInstance } from '@vidstack/react';
import { useCallback, useEffect, type RefObject } from 'react';
import type { Rendition } from '../../data-cost/start-quality.ts';
import { $playerSettings, changePlayerSettings } from './player.ts';
import { heldLevel, holdNone, type Engine } from './engine.ts';
import { canUseHlsJs } from '../../hls/client/hls-js.ts';

export interface Quality {
  /** Highest first; empty where this browser offers no choice. */
  renditions: readonly Rendition[];
  selected: number | null;
  playing: number | null;
  select: (height: number | null) => void;
}

/** Native HLS cannot choose, so a choice switches to hls.js. `heldHeight` is the height to hold; null for automatic. */
export function useQuality(
  offered: readonly Rendition[],
  engine: Engine,
  heldHeight: number | null,
  ref: RefObject<MediaPlayerInstance | null>,
): Quality {
  const qualities = useMediaState('qualities', ref);
  const quality = useMediaState('quality', ref);
  const { height: selected } = useStore($playerSettings);

  useEffect(() => {
    const player = ref.current;
    if (engine !== 'hls' || !player || qualities.length === 0) return;
    const list = player.qualities;
    if (heldHeight === null) {
      if (list.auto) holdNone(player.provider);
      else list.autoSelect();
      return;
    }
    const descending = [...qualities].sort((a, b) => b.height - a.height);
    const best = descending.find((rendition) => rendition.height <= heldHeight) ?? descending.at(-1);
    // Choosing again restarts the loading.
    if (best && !best.selected && heldLevel(player.provider) !== list.indexOf(best)) best.selected = true;
  }, [engine, qualities, heldHeight, ref]);

  const select = useCallback((height: number | null) => changePlayerSettings({ height }), []);
  const renditions = engine === 'hls' || canUseHlsJs() ? [...offered].reverse() : [];
  return { renditions, selected, playing: selected === null ? (quality?.height ?? null) : null, select };
}
