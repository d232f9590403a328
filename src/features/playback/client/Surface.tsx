import { useMediaPlayer, useMediaRemote, useMediaState } from '../../hls/client/media/media.tsx';
import { useRef, useState, type PointerEvent } from 'react';
import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { toggleFullscreen } from './fullscreen.ts';
import { FAR_STEP } from './use-commands.ts';

/** Milliseconds between the taps of a double tap. */
const DOUBLE_MS = 300;

/** Mouse: pause, double for full screen. Touch: controls, double on an outer third jumps. Keys do the same. */
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
      remote.togglePaused();
      if (double) void toggleFullscreen(player, remote);
      return;
    }
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    if (!double) remote.toggleControls();
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
        <p key={jumped.count} className="player-jump" data-way={jumped.way} dir="auto" role="status">
          {jumped.way < 0 ? m.player_skipped_back({ seconds }) : m.player_skipped_forward({ seconds })}
        </p>
      )}
    </>
  );
}
