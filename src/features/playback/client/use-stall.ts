import type { MediaPlayerInstance } from '@vidstack/react';
import { useEffect, type RefObject } from 'react';

const LOOK_EVERY_MS = 4_000;
/** Checks without a step forward, twelve seconds together: a stall, not a slow network. */
const LOOKS = 3;

/** Native HLS can stall without an error, as Chromium does where a rendition is missing; so can hls.js. */
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
