import type { MediaPlayerInstance, MediaRemoteControl } from '@pardeh/hls/react';
import { useEffect, type RefObject } from 'react';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { showNotice } from '../controls/notice.ts';
import { $sleep, isSleepDue } from './sleep-timer.ts';

/** By the film's own clock: a hidden page's timers are late. A time that passed while nothing played is forgotten. */
export function useSleepTimer(ref: RefObject<MediaPlayerInstance | null>, remote: MediaRemoteControl): void {
  useEffect(() => {
    const sleep = $sleep.get();
    if (sleep !== null && sleep !== 'end' && isSleepDue(sleep, { now: Date.now(), ended: false })) $sleep.set(null);
    let slept = false;
    const stop = ref.current?.subscribe(({ currentTime, paused, ended }) => {
      if ($sleep.get() !== 'end') slept = false;
      if (slept || currentTime === 0 || !isSleepDue($sleep.get(), { now: Date.now(), ended })) return;
      slept = true;
      // At the end it stays: the next episode would begin.
      if ($sleep.get() !== 'end') $sleep.set(null);
      if (!paused) remote.pause();
      showNotice(m.player_slept());
    });
    return () => {
      stop?.();
      if (slept) $sleep.set(null);
    };
  }, [ref, remote]);
}
