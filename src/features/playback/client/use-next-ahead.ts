import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Playing } from '../../purchase/contract.ts';
import { savesData } from '../../data-cost/data-saver.ts';
import { useMediaState } from '@pardeh/hls/react';
import { $playerSettings } from './player.ts';

/** Seconds before the next episode is offered, and of the present one that must be buffered first. */
const AHEAD_SECONDS = 40;
const BUFFERED_SECONDS = 20;

/** Prefetches the next episode before the end; never where data is saved. `from`: the second at which it is offered. */
export function useNextAhead(next: Playing, from: number | null): void {
  const time = useMediaState('currentTime');
  const duration = useMediaState('duration');
  const bufferedEnd = useMediaState('bufferedEnd');
  const started = useMediaState('started');
  const { dataSaver } = useStore($playerSettings);
  const isNear = started && from !== null && time >= from - AHEAD_SECONDS;
  const isFed = bufferedEnd >= Math.min(time + BUFFERED_SECONDS, duration - 1);
  const isDue = isNear && isFed && !dataSaver;
  useEffect(() => {
    if (!isDue || savesData() || !navigator.onLine) return;
    void import('./prefetch-next.ts').then(({ prefetchNext }) => prefetchNext(next)).catch(() => null);
  }, [isDue, next]);
}
