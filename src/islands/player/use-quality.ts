import { useStore } from '@nanostores/react';
import { useMediaState, type MediaPlayerInstance } from '@vidstack/react';
import { useCallback, useEffect, useState, type RefObject } from 'react';
import { $playerSettings, changePlayerSettings } from '../../stores/player.ts';
import { canUseHlsJs, heightsOf, type Engine } from './engine.ts';

export interface Quality {
  /** Highest first; empty where this browser leaves no choice. */
  heights: readonly number[];
  /** The height asked for; null for automatic. */
  selected: number | null;
  /** The height that automatic has settled on, where it can be known. */
  playing: number | null;
  select: (height: number | null) => void;
}

/**
 * The choice of quality. A browser that plays HLS itself tells and takes nothing of it, so the heights are then read
 * from the manifest (with `listing`: once the settings are open), and a choice hands over to hls.js. `wanted` is the
 * height to hold: the viewer's choice, or what saving data leaves; null for none.
 */
export function useQuality(
  manifestUrl: string,
  engine: Engine,
  wanted: number | null,
  listing: boolean,
  ref: RefObject<MediaPlayerInstance | null>,
): Quality {
  const { height: asked } = useStore($playerSettings);
  const qualities = useMediaState('qualities', ref);
  const quality = useMediaState('quality', ref);
  const [listed, setListed] = useState<readonly number[]>([]);
  const own = engine === 'hls';

  useEffect(() => {
    if (own || !listing || !canUseHlsJs()) return;
    const ending = new AbortController();
    fetch(manifestUrl, { signal: ending.signal })
      .then((answer) => (answer.ok ? answer.text() : ''))
      .then((master) => setListed(heightsOf(master)))
      .catch(() => null);
    return () => ending.abort();
  }, [manifestUrl, own, listing]);

  useEffect(() => {
    const list = ref.current?.qualities;
    if (!own || !list || qualities.length === 0) return;
    if (wanted === null) {
      if (!list.auto) list.autoSelect();
      return;
    }
    const descending = [...qualities].sort((a, b) => b.height - a.height);
    const best = descending.find((it) => it.height <= wanted) ?? descending.at(-1);
    if (best && !best.selected) best.selected = true;
  }, [own, qualities, wanted, ref]);

  const select = useCallback((height: number | null) => changePlayerSettings({ height }), []);
  const heights = own ? [...new Set(qualities.map((it) => it.height))].sort((a, b) => b - a) : listed;
  const playing = asked === null ? (quality?.height ?? null) : null;
  return { heights, selected: asked, playing, select };
}
