import type { MediaPlayerInstance, MediaRemoteControl } from '@vidstack/react';
import { useSyncExternalStore } from 'react';

/**
 * Fills the screen, or stops to. Not with the player itself, which is another one for the next episode, but with what it
 * stands in; a phone that can only fill its screen with a video does that. A phone is turned, where it lets itself be.
 */
export async function toggleFullscreen(player: MediaPlayerInstance | null, remote: MediaRemoteControl): Promise<void> {
  if (document.fullscreenElement) {
    await document.exitFullscreen();
    return;
  }
  const stage = player?.el?.closest<HTMLElement>('.player-stage');
  if (!stage || !document.fullscreenEnabled) {
    remote.toggleFullscreen();
    return;
  }
  try {
    await stage.requestFullscreen({ navigationUI: 'hide' });
    await lockLandscape();
  } catch {
    // A desktop has no orientation to hold, and some browsers refuse a screen without a press.
  }
}

async function lockLandscape(): Promise<void> {
  const { orientation } = screen;
  if ('lock' in orientation) await (orientation as { lock: (to: string) => Promise<void> }).lock('landscape');
}

/** Whether the player fills the screen. */
export function useIsFullscreen(): boolean {
  return useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
}

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}
