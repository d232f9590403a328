import { useMediaPlayer, useMediaRemote, useMediaState } from '@vidstack/react';
import { useRef, useState, type PointerEvent } from 'react';
import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { toggleFullscreen } from './fullscreen.ts';
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
  const player = useMediaPlayer();
  const [jumped, setJumped] = useState<{ way: 1 | -1; count: number }>({ way: 1, count: 0 });
  const last = useRef(0);
  const onPointerUp = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const double = event.timeStamp - last.current < DOUBLE_MS;
    last.current = double ? 0 : event.timeStamp;
    if (event.pointerType === 'mouse') {
      remote.togglePaused(event.nativeEvent);
      if (double) void toggleFullscreen(player, remote);
      return;
    }
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    if (!double) remote.toggleControls(event.nativeEvent);
    else if (share < 1 / 3) jump(-1);
    else if (share > 2 / 3) jump(1);
  };
  const jump = (way: 1 | -1) => {
    remote.seek(Math.max(0, time + way * FAR_STEP));
    setJumped(({ count }) => ({ way, count: count + 1 }));
  };
  const seconds = formatNumber(FAR_STEP);
  return (
    <>
      <div className="player-surface" onPointerUp={onPointerUp} />
      {jumped.count > 0 && (
        // Each jump is shown anew, and goes by itself.
        <p key={jumped.count} className="player-jump" data-way={jumped.way} dir="auto" role="status">
          {jumped.way < 0 ? m.player_skipped_back({ seconds }) : m.player_skipped_forward({ seconds })}
        </p>
      )}
    </>
  );
}
