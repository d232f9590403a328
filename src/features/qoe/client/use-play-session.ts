import { useEffect, useLayoutEffect } from 'react';
import type { FailureCause } from '@pardeh/hls/failure';
import { beginPlay, cancelPlay, endPlay } from './play-session.ts';

interface Play {
  isRefused: boolean;
  cause: FailureCause | null;
  isLive?: boolean;
}

export function usePlaySession(key: string, { isRefused, cause, isLive = false }: Play): void {
  // Before the effects of the player, which may be here already and asks for the session.
  useLayoutEffect(() => {
    const onLeave = () => endPlay({ sta: 'q' });
    beginPlay(isLive ? 'l' : 'v');
    addEventListener('pagehide', onLeave);
    return () => {
      removeEventListener('pagehide', onLeave);
      onLeave();
    };
  }, [key, isLive]);
  useEffect(() => {
    if (isRefused) cancelPlay();
    if (cause !== null) endPlay({ sta: 'f', ec: [cause] });
  }, [isRefused, cause]);
}
