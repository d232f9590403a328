import { useEffect, useLayoutEffect } from 'react';
import type { FailureCause } from '../../hls/client/failure.ts';
import { beginPlay, cancelPlay, endPlay } from './play-session.ts';

interface Outcome {
  isRefused: boolean;
  cause: FailureCause | null;
}

export function usePlaySession(key: string, { isRefused, cause }: Outcome): void {
  // Before the effects of the player, which may be here already and asks for the session.
  useLayoutEffect(() => {
    const onLeave = () => endPlay({ sta: 'q' });
    beginPlay();
    addEventListener('pagehide', onLeave);
    return () => {
      removeEventListener('pagehide', onLeave);
      onLeave();
    };
  }, [key]);
  useEffect(() => {
    if (isRefused) cancelPlay();
    if (cause !== null) endPlay({ sta: 'f', ec: [cause] });
  }, [isRefused, cause]);
}
