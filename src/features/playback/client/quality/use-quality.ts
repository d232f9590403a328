import { useStore } from '@nanostores/react';
import { useCallback, useEffect, type RefObject } from 'react';
import type { Rendition } from '../../../data-cost/start-quality.ts';
import { useMediaState, type MediaPlayerInstance } from '@pardeh/hls/react';
import type { EngineName } from '@pardeh/hls/engine';
import { $playerSettings, changePlayerSettings } from '../player.ts';

export interface Quality {
  renditions: readonly Rendition[];
  selected: number | null;
  playing: number | null;
  select: (height: number | null) => void;
}

export function useQuality(
  offered: readonly Rendition[],
  engine: EngineName,
  heldHeight: number | null,
  ref: RefObject<MediaPlayerInstance | null>,
): Quality {
  const quality = useMediaState('quality', ref);
  const { height: selected } = useStore($playerSettings);
  useEffect(() => ref.current?.provider?.hold(heldHeight), [heldHeight, ref]);
  const select = useCallback((height: number | null) => changePlayerSettings({ height }), []);
  const renditions = engine === 'native' ? [] : [...offered].reverse();
  return { renditions, selected, playing: selected === null ? (quality?.height ?? null) : null, select };
}
