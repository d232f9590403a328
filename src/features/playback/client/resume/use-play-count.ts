import type { MediaPlayerInstance } from '@pardeh/hls/react';
import { useEffect, type RefObject } from 'react';
import { PLAY_SECONDS } from '../../../progress/config.ts';
import { countPlay } from '../../../plays/client/plays.ts';

/** Seconds; a longer step is a jump and was not watched. */
const JUMP_SECONDS = 5;

/** After PLAY_SECONDS, or half of a shorter title. */
export function usePlayCount(id: number, ref: RefObject<MediaPlayerInstance | null>): void {
  useEffect(() => {
    let watched = 0;
    let last: number | null = null;
    const stop = ref.current?.subscribe(({ currentTime, duration, playing }) => {
      const step = last === null ? 0 : currentTime - last;
      last = playing ? currentTime : null;
      if (step > 0 && step < JUMP_SECONDS) watched += step;
      if (!(duration > 0) || watched < Math.min(PLAY_SECONDS, duration / 2)) return;
      stop?.();
      void countPlay(id);
    });
    return stop;
  }, [id, ref]);
}
