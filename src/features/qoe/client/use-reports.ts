import { useEffect, type RefObject } from 'react';
import type { MediaPlayerInstance } from '@pardeh/hls/player';
import { getWaitingPlay } from './play-session.ts';

export function useReports(ref: RefObject<MediaPlayerInstance | null>, isReported: boolean): void {
  useEffect(() => {
    const player = ref.current;
    const session = getWaitingPlay();
    if (!player || !session || !isReported) return;
    let isOpen = true;
    let stop: () => void = () => undefined;
    const unsubscribe = player.subscribe(({ started, canPlay, paused }) => {
      if (session.state === 'started' || session.state === 'over') return;
      const startedAt = session.picturedAt ?? performance.now();
      if (session.state === 'held' && !paused) session.askedAt = startedAt;
      session.state = started ? 'started' : canPlay && paused ? 'held' : 'waiting';
      if (session.state === 'held') session.picturedAt = undefined;
      if (!started) return;
      const follow = async () => {
        const { followPlay } = await import('./follow-play.ts');
        stop = followPlay(player, session, startedAt);
        if (!isOpen) stop();
      };
      follow().catch(() => null);
    });
    return () => {
      isOpen = false;
      unsubscribe();
      stop();
    };
  }, [ref, isReported]);
}
