import type { MediaPlayerInstance } from '@pardeh/hls/react';
import { useEffect, type RefObject } from 'react';

export function useWakeLock(ref: RefObject<MediaPlayerInstance | null>): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let lock: Promise<WakeLockSentinel | null> | null = null;
    let wanted = false;
    const release = () => {
      void lock?.then((sentinel) => sentinel?.release());
      lock = null;
    };
    const hold = () => {
      // A hidden page is refused and loses its lock; it asks again when visible.
      if (!wanted || document.visibilityState !== 'visible') return;
      release();
      lock = navigator.wakeLock.request('screen').catch(() => null);
    };
    const stop = ref.current?.subscribe(({ playing }) => {
      if (playing === wanted) return;
      wanted = playing;
      if (playing) hold();
      else release();
    });
    document.addEventListener('visibilitychange', hold);
    return () => {
      wanted = false;
      stop?.();
      document.removeEventListener('visibilitychange', hold);
      release();
    };
  }, [ref]);
}

/** The position and the next episode on the lock screen; the player sets the rest. */
export function useLockScreen(ref: RefObject<MediaPlayerInstance | null>, next: (() => void) | null): void {
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    return ref.current?.subscribe(({ currentTime, duration, playbackRate }) => {
      if (!(duration > 0) || !Number.isFinite(duration)) return;
      navigator.mediaSession.setPositionState({ duration, playbackRate, position: Math.min(currentTime, duration) });
    });
  }, [ref]);
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    navigator.mediaSession.setActionHandler('nexttrack', next);
    return () => navigator.mediaSession.setActionHandler('nexttrack', null);
  }, [next]);
}
