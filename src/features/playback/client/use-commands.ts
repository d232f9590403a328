import type { MediaPlayerInstance, MediaRemoteControl } from '../../hls/client/media/media.tsx';
import { useEffect, type RefObject } from 'react';
import { toggleFullscreen } from './fullscreen.ts';
import { getCommand, ownsKey, type Command } from './keyboard.ts';

/** Seconds of the arrow keys; the longer one of J, L, the buttons and a double tap. */
const STEP = 5;
export const FAR_STEP = 10;
const VOLUME_STEP = 0.05;

function run(command: Command, player: MediaPlayerInstance, remote: MediaRemoteControl, captions: () => void): void {
  const seekBy = (seconds: number) => remote.seek(Math.min(Math.max(0, player.currentTime + seconds), player.duration));
  const volumeBy = (step: number) => remote.changeVolume(Math.min(1, Math.max(0, player.volume + step)));
  const actions: Record<Command, () => void> = {
    toggle: () => remote.togglePaused(),
    back: () => seekBy(-STEP),
    forward: () => seekBy(STEP),
    'back-far': () => seekBy(-FAR_STEP),
    'forward-far': () => seekBy(FAR_STEP),
    louder: () => volumeBy(VOLUME_STEP),
    quieter: () => volumeBy(-VOLUME_STEP),
    mute: () => remote.toggleMuted(),
    fullscreen: () => void toggleFullscreen(player, remote),
    captions,
    pip: () => remote.togglePictureInPicture(),
  };
  actions[command]();
}

export function useKeyboard(
  ref: RefObject<MediaPlayerInstance | null>,
  remote: MediaRemoteControl,
  captions: () => void,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = getCommand(event);
      if (!command || !ref.current || ownsKey(event.target, event.code)) return;
      event.preventDefault();
      run(command, ref.current, remote, captions);
      ref.current.controls.show();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [ref, remote, captions]);
}
