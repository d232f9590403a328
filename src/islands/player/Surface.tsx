import { useMediaRemote, useMediaState } from '@vidstack/react';
import { useRef, type PointerEvent } from 'react';
import { FAR_STEP } from './use-commands.ts';

/** Two taps within this time are one double tap, in milliseconds. */
const DOUBLE_MS = 300;

/**
 * What a press on the picture does. Mouse: pauses, twice for full screen. Finger: shows the controls, twice on the
 * left or right third jumps ten seconds. Each has a button or a key of its own too.
 */
export function Surface() {
  const remote = useMediaRemote();
  const time = useMediaState('currentTime');
  const last = useRef(0);
  const onPointerUp = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const double = event.timeStamp - last.current < DOUBLE_MS;
    last.current = double ? 0 : event.timeStamp;
    if (event.pointerType === 'mouse') {
      remote.togglePaused(event.nativeEvent);
      if (double) remote.toggleFullscreen(undefined, event.nativeEvent);
      return;
    }
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    if (!double) remote.toggleControls(event.nativeEvent);
    else if (share < 1 / 3) remote.seek(Math.max(0, time - FAR_STEP));
    else if (share > 2 / 3) remote.seek(time + FAR_STEP);
  };
  return <div className="player-surface" onPointerUp={onPointerUp} />;
}
