import type { MediaPlayerInstance, MediaRemoteControl } from '@pardeh/hls/react';
import { useSyncExternalStore } from 'react';

/** Fills the screen with the modal, which outlives an episode; a phone that cannot fills it with the video. */
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
    // A desktop has no orientation to lock, and some browsers refuse full screen without a press.
  }
}

async function lockLandscape(): Promise<void> {
  const { orientation } = screen;
  if ('lock' in orientation) await (orientation as { lock: (to: string) => Promise<void> }).lock('landscape');
}

export function useIsFullscreen(): boolean {
  return useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
}

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}
