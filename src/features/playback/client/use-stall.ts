import type { MediaPlayerInstance } from '@vidstack/react';
import { useEffect, type RefObject } from 'react';

const LOOK_EVERY_MS = 4_000;
/** So many looks in a row without a step forward, twelve seconds, are a stall and not a slow network's pause. */
const LOOKS = 3;

/**
 * Calls `onStall` where what should be playing stands still. A browser's own HLS can stand for ever without an error,
 * as Chromium does where one rendition of the manifest is missing; so can hls.js. Watches only while `watching`.
 */
export function useStall(watching: boolean, ref: RefObject<MediaPlayerInstance | null>, onStall: () => unknown): void {
  useEffect(() => {
    if (!watching) return;
    let at = -1;
    let still = 0;
    const timer = setInterval(() => {
      const player = ref.current;
      if (!player) return;
      const moving = player.paused || player.state.ended || player.currentTime !== at || document.hidden;
      still = moving ? 0 : still + 1;
      at = player.currentTime;
      if (still >= LOOKS) onStall();
    }, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
    };
  }, [watching, ref, onStall]);
}
