import { useStore } from '@nanostores/react';
import { useMediaPlayer, useMediaRemote } from '@pardeh/hls/react';
import { useRef, useState, type CSSProperties, type PointerEvent } from 'react';
import { formatNumber } from '../../../../platform/text/format.ts';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { toggleFullscreen } from './fullscreen.ts';
import { $brightness } from '../input/touch.ts';
import { FAR_STEP } from '../input/use-commands.ts';
import { useGestures } from '../input/use-gestures.ts';

/** Milliseconds between the presses of a double press. */
const DOUBLE_MS = 300;

/** Mouse: pause, double for full screen. Touch: gestures.ts. Keys do the same. */
export function Surface() {
  const remote = useMediaRemote();
  const player = useMediaPlayer();
  const brightness = useStore($brightness);
  const [jumped, setJumped] = useState<{ way: 1 | -1; count: number }>({ way: 1, count: 0 });
  const last = useRef(0);
  const jump = (way: 1 | -1) => {
    remote.seek(Math.max(0, (player?.currentTime ?? 0) + way * FAR_STEP));
    setJumped(({ count }) => ({ way, count: count + 1 }));
  };
  const gestures = useGestures((action) => {
    if (action.type === 'jump') jump(action.way);
    else remote.toggleControls();
  });
  const onPointerUp = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') {
      gestures.onPointerUp(event);
      return;
    }
    if (event.button !== 0) return;
    const double = event.timeStamp - last.current < DOUBLE_MS;
    last.current = double ? 0 : event.timeStamp;
    remote.togglePaused();
    if (double) void toggleFullscreen(player, remote);
  };
  const seconds = formatNumber(FAR_STEP);
  return (
    <>
      {brightness < 1 && <div className="player-dim" style={{ '--dim': String(1 - brightness) } as CSSProperties} />}
      <div className="player-surface" {...gestures} onPointerUp={onPointerUp} />
      {jumped.count > 0 && (
        <p key={jumped.count} className="player-jump" data-way={jumped.way} dir="auto" role="status">
          {jumped.way < 0 ? m.player_skipped_back({ seconds }) : m.player_skipped_forward({ seconds })}
        </p>
      )}
    </>
  );
}
