import type { MediaPlayerInstance } from '@pardeh/hls/react';
import { useEffect, type RefObject } from 'react';
import { computeCorrection, computePosition } from '../sync.ts';
import { $room, changeRoom, getRoomTime } from './room.ts';

const COMPARE_EVERY_MS = 200;
const PAUSED_TOLERANCE = 0.1; // seconds

/** Local intent arrives as the player's request events, which the corrections below do not fire. */
export function useRoomSync(ref: RefObject<MediaPlayerInstance | null>): void {
  useEffect(() => {
    const player = ref.current;
    if (!player) return;
    const ended = new AbortController();
    let seekAt = -Infinity;
    let correcting = false;
    let hostPositionSent = !$room.get().host;

    /** The state of the player lags behind the element. */
    const video = () => player.el?.querySelector('video');
    const isPaused = () => video()?.paused ?? player.paused;
    const seekTo = (seconds: number) => {
      seekAt = performance.now();
      player.currentTime = seconds;
    };
    const setRate = (rate: number) => {
      correcting = rate !== 1;
      if (player.playbackRate !== rate) player.playbackRate = rate;
    };
    const followRoom = () => {
      const { status, state } = $room.get();
      const { canPlay, waiting, seeking, duration } = player.state;
      if (state === null || !canPlay || seeking || (status !== 'open' && status !== 'lost')) return;
      if (!hostPositionSent) {
        hostPositionSent = true; // The host's position becomes the room's
        changeRoom(isPaused() ? 'pause' : 'play', player.currentTime);
        return;
      }
      const target = computePosition(state, getRoomTime(), duration || Infinity);
      const drift = player.currentTime - target;
      if (!state.playing) {
        setRate(1);
        if (!isPaused()) player.pause();
        if (Math.abs(drift) > PAUSED_TOLERANCE) seekTo(target);
        return;
      }
      if (duration > 0 && target >= duration) return;
      if (isPaused()) {
        // Autoplay may be blocked: then the large Play shows.
        (player.paused ? player.play() : video()?.play())?.catch(() => null);
        return;
      }
      if (waiting) return;
      const correction = computeCorrection(drift, correcting, performance.now() - seekAt);
      if (correction.do === 'rate') setRate(correction.rate);
      else {
        setRate(1);
        seekTo(target);
      }
    };

    const { signal } = ended;
    const isInRoom = () => $room.get().status === 'open';
    const on = (type: 'media-play-request' | 'media-pause-request', change: 'play' | 'pause') => {
      const sendChange = () => isInRoom() && changeRoom(change, player.currentTime);
      player.addEventListener(type, sendChange, { signal });
    };
    on('media-play-request', 'play');
    on('media-pause-request', 'pause');
    const seek = (event: Event) => {
      const wanted = 'detail' in event ? event.detail : null;
      if (isInRoom() && typeof wanted === 'number') changeRoom('seek', Math.max(0, wanted));
    };
    player.addEventListener('media-seek-request', seek, { signal });
    const stop = $room.listen(followRoom);
    const timer = setInterval(followRoom, COMPARE_EVERY_MS);
    return () => {
      ended.abort();
      stop();
      clearInterval(timer);
      if (correcting) player.playbackRate = 1;
    };
  }, [ref]);
}
