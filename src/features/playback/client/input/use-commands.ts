import type { MediaPlayerInstance, MediaRemoteControl } from '@pardeh/hls/react';
import { useEffect, useRef, type RefObject } from 'react';
import { $cast } from '../cast/cast-state.ts';
import { formatRate } from '../panels/format-rate.ts';
import { toggleFullscreen } from '../controls/fullscreen.ts';
import { getCommand, ownsKey, type Command } from './keyboard.ts';
import { showNotice } from '../controls/notice.ts';
import { togglePanel } from '../panels/panel.ts';
import { stepRate } from '../panels/rates.ts';

/** Seconds of the arrow keys; the longer one of J, L, the buttons and a double tap. */
const STEP = 5;
export const FAR_STEP = 10;
const VOLUME_STEP = 0.05;
/** Seconds; most films have 24 or 25 frames a second. */
const FRAME = 1 / 24;

interface Actions {
  captions?: (() => void) | undefined;
  next?: (() => void) | undefined;
}

function run(command: Command, player: MediaPlayerInstance, remote: MediaRemoteControl, actions: Actions): void {
  const { seekableStart, seekableEnd, livePosition, duration } = player.state;
  // A live stream has no length, but a window.
  const [from, to] = Number.isFinite(duration) ? [0, duration] : [seekableStart, livePosition ?? seekableEnd];
  const seek = (at: number) => remote.seek(Math.min(Math.max(from, at), to));
  const seekBy = (seconds: number) => seek(player.currentTime + seconds);
  const volumeBy = (step: number) => remote.changeVolume(Math.min(1, Math.max(0, player.volume + step)));
  const rateBy = (direction: 1 | -1) => {
    const rate = stepRate(player.playbackRate, direction);
    remote.changePlaybackRate(rate);
    showNotice(formatRate(rate));
  };
  const frameBy = (seconds: number) => player.paused && seekBy(seconds);
  if (command.startsWith('tenth-')) {
    if (to > from) seek(from + ((to - from) * Number(command.slice('tenth-'.length))) / 10);
    return;
  }
  const commands: Record<string, () => unknown> = {
    toggle: () => remote.togglePaused(),
    back: () => seekBy(-STEP),
    forward: () => seekBy(STEP),
    'back-far': () => seekBy(-FAR_STEP),
    'forward-far': () => seekBy(FAR_STEP),
    start: () => seek(from),
    end: () => seek(to),
    'frame-back': () => frameBy(-FRAME),
    'frame-forward': () => frameBy(FRAME),
    slower: () => rateBy(-1),
    faster: () => rateBy(1),
    louder: () => volumeBy(VOLUME_STEP),
    quieter: () => volumeBy(-VOLUME_STEP),
    mute: () => remote.toggleMuted(),
    fullscreen: () => toggleFullscreen(player, remote),
    captions: () => actions.captions?.(),
    next: () => actions.next?.(),
    pip: () => remote.togglePictureInPicture(),
    keys: () => togglePanel('keys'),
  } satisfies Record<Exclude<Command, `tenth-${number}`>, () => unknown>;
  commands[command]?.();
}

export function useKeyboard(
  ref: RefObject<MediaPlayerInstance | null>,
  remote: MediaRemoteControl,
  actions: Actions,
): void {
  const newest = useRef(actions);
  useEffect(() => {
    newest.current = actions;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = getCommand(event);
      if (typeof $cast.get() === 'object' && $cast.get() !== null) return;
      if (!command || !ref.current || event.isComposing || ownsKey(event.target, event.code)) return;
      event.preventDefault();
      run(command, ref.current, remote, newest.current);
      ref.current.controls.show();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [ref, remote]);
}
