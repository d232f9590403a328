import { useCallback, useEffect, useRef, useState } from 'react';
import type { FailureCause } from '../../hls/client/failure.ts';

/** Milliseconds: a shorter interruption is not worth a word. */
const UNNOTICED_MS = 1000;

/** The reason why media is late while it is tried again; a saved title needs no network. */
export function useTrouble(isSaved: boolean) {
  const [trouble, setTrouble] = useState<FailureCause | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onTrouble = useCallback((cause: FailureCause | null) => {
    if (cause === null) {
      clearTimeout(timer.current);
      timer.current = undefined;
      if (navigator.onLine) setTrouble(null);
      return;
    }
    timer.current ??= setTimeout(() => setTrouble(cause), UNNOTICED_MS);
  }, []);
  useEffect(() => {
    if (isSaved) return;
    const onOffline = () => setTrouble('network');
    const onOnline = () => setTrouble(null);
    addEventListener('offline', onOffline);
    addEventListener('online', onOnline);
    return () => {
      clearTimeout(timer.current);
      removeEventListener('offline', onOffline);
      removeEventListener('online', onOnline);
    };
  }, [isSaved]);
  return { trouble, onTrouble };
}
