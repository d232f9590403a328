import { useMemo, type RefObject } from 'react';
import { useMediaState, type MediaPlayerInstance } from '@pardeh/hls/react';

export function useRenditions(ref: RefObject<MediaPlayerInstance | null>) {
  const qualities = useMediaState('qualities', ref);
  return useMemo(() => {
    const byHeight = new Map(qualities.map(({ height, bitrate }) => [height, { height, bandwidth: bitrate }]));
    return [...byHeight.values()].filter(({ height }) => height > 0).sort((a, b) => a.height - b.height);
  }, [qualities]);
}
