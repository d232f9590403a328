import { useEffect, useState } from 'react';
import { useMediaPlayer } from '@pardeh/hls/react';

/** Milliseconds that the preview stays after a key, and seconds of a step that needs none. */
const SHOWN_MS = 1500;
const SMALL_STEP = 1;

/** The moment to which keys seek, in seconds; null a while after the last one. */
export function useKeySeek(): number | null {
  const player = useMediaPlayer();
  const [soughtAt, setSoughtAt] = useState<number | null>(null);
  useEffect(() => {
    if (!player) return;
    const closing = new AbortController();
    const { signal } = closing;
    let isKey = false;
    let timer: ReturnType<typeof setTimeout>;
    const onKey = () => {
      isKey = true;
      setTimeout(() => (isKey = false));
    };
    const onSeek = (event: Event) => {
      const { detail } = event as CustomEvent<number>;
      if (!isKey || Math.abs(detail - player.currentTime) < SMALL_STEP) return;
      setSoughtAt(detail);
      clearTimeout(timer);
      timer = setTimeout(() => setSoughtAt(null), SHOWN_MS);
    };
    document.addEventListener('keydown', onKey, { signal, capture: true });
    player.addEventListener('media-seek-request', onSeek, { signal });
    return () => {
      closing.abort();
      clearTimeout(timer);
    };
  }, [player]);
  return soughtAt;
}
