import { useMediaPlayer, useMediaRemote, type MediaPlayerInstance, type MediaRemoteControl } from '@pardeh/hls/react';
import { useEffect, useRef, type PointerEvent } from 'react';
import { formatNumber } from '../../../../platform/text/format.ts';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { formatRate } from '../panels/format-rate.ts';
import { advanceGesture, HOLD_MS, IDLE, type GestureAction, type GestureEvent } from './gestures.ts';
import { showNotice } from '../controls/notice.ts';
import { canSetVolume, changeBrightness } from './touch.ts';

const FAST_RATE = 2;

const formatPercent = (share: number) => formatNumber(Math.round(share * 100));

function changeVolume(player: MediaPlayerInstance, remote: MediaRemoteControl, by: number): void {
  if (!canSetVolume()) return;
  const volume = Math.min(1, Math.max(0, (player.muted ? 0 : player.volume) + by));
  remote.changeVolume(volume);
  if (volume > 0) remote.unmute();
  showNotice(m.player_volume_at({ value: formatPercent(volume) }));
}

/** Fingers on the picture (gestures.ts); the rate of before returns when the finger lifts. */
export function useGestures(onTap: (action: Extract<GestureAction, { type: 'toggle-controls' | 'jump' }>) => void) {
  const player = useMediaPlayer();
  const remote = useMediaRemote();
  const gesture = useRef(IDLE);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const rateBefore = useRef(1);
  useEffect(() => () => clearTimeout(timer.current), []);

  const perform = (action: GestureAction | null) => {
    if (!action || !player) return;
    if (action.type === 'volume') changeVolume(player, remote, action.by);
    else if (action.type === 'brightness') {
      showNotice(m.player_brightness_at({ value: formatPercent(changeBrightness(action.by)) }));
    } else if (action.type === 'fast') {
      if (action.on) rateBefore.current = player.playbackRate;
      remote.changePlaybackRate(action.on ? FAST_RATE : rateBefore.current);
      showNotice(formatRate(action.on ? FAST_RATE : rateBefore.current));
    } else onTap(action);
  };
  const send = (event: GestureEvent, box: { width: number; height: number }) => {
    const step = advanceGesture(gesture.current, event, box);
    gesture.current = step.gesture;
    perform(step.action);
  };
  const handle = (type: 'down' | 'move' | 'up' | 'cancel') => (event: PointerEvent) => {
    if (event.pointerType === 'mouse') return;
    const box = event.currentTarget.getBoundingClientRect();
    if (type !== 'move') clearTimeout(timer.current);
    if (type === 'down' && !player?.paused) timer.current = setTimeout(() => send({ type: 'held' }, box), HOLD_MS);
    const place = { x: event.clientX - box.left, y: event.clientY - box.top, at: event.timeStamp };
    send({ type, ...place }, box);
  };
  return {
    onPointerDown: handle('down'),
    onPointerMove: handle('move'),
    onPointerUp: handle('up'),
    onPointerCancel: handle('cancel'),
  };
}
