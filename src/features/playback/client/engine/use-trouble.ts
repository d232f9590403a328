import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { followConnection } from '../../../../platform/client/connection.ts';
import type { FailureCause } from '@pardeh/hls/failure';
import type { MediaPlayerInstance } from '@pardeh/hls/react';
import { countBufferedAhead } from './buffered-ahead.ts';

/** Milliseconds: a shorter interruption is not worth a word. */
const UNNOTICED_MS = 1000;
/** Seconds buffered: with more of it the player plays on, and nothing is said. */
const ENOUGH = 0.5;

/** The reason why media is late while it is tried again; a saved title needs no network. */
export function useTrouble(isSaved: boolean, ref: RefObject<MediaPlayerInstance | null>) {
  const [trouble, setTrouble] = useState<FailureCause | null>(null);
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  const newest = useRef<FailureCause | null>(null);
  const onTrouble = useCallback(
    (cause: FailureCause | null) => {
      newest.current = cause;
      if (cause === null) {
        clearInterval(timer.current);
        timer.current = undefined;
        if (navigator.onLine) setTrouble(null);
        return;
      }
      timer.current ??= setInterval(() => {
        const video = ref.current?.video;
        if (!video || countBufferedAhead(video) < ENOUGH) setTrouble(newest.current);
      }, UNNOTICED_MS);
    },
    [ref],
  );
  useEffect(() => {
    if (isSaved) return;
    const unfollow = followConnection((isOnline) => setTrouble(isOnline ? null : 'network'));
    return () => {
      clearInterval(timer.current);
      timer.current = undefined;
      unfollow();
    };
  }, [isSaved]);
  return { trouble, onTrouble };
}
