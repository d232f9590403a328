import { atom } from 'nanostores';
import { useSyncExternalStore } from 'react';

export const $locked = atom(false);
export const $filled = atom(false);
/** 1 for the film as it is; the darkest is still seen. A page cannot change the screen's own light. */
export const $brightness = atom(1);
const DARKEST = 0.2;

export function changeBrightness(by: number): number {
  $brightness.set(Math.min(1, Math.max(DARKEST, $brightness.get() + by)));
  return $brightness.get();
}

const COARSE = '(pointer: coarse)';

export function useIsTouched(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(COARSE).matches);
}

function subscribe(changed: () => void): () => void {
  const query = matchMedia(COARSE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

let volumeProbe: boolean | undefined;

/** iOS leaves the volume to its buttons: a value that is set does not stay. */
export function canSetVolume(): boolean {
  if (volumeProbe === undefined) {
    const video = document.createElement('video');
    video.volume = 0.5;
    volumeProbe = video.volume === 0.5;
  }
  return volumeProbe;
}
