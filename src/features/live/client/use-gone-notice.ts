import { useEffect, type RefObject } from 'react';
import type { MediaPlayerInstance } from '@pardeh/hls/react';
import { m } from '../../../platform/text/paraglide/messages.js';
import { showNotice } from '../../playback/client/controls/notice.ts';
import { formatMoment } from './dvr.ts';

export function useGoneNotice(ref: RefObject<MediaPlayerInstance | null>): void {
  useEffect(() => {
    const player = ref.current;
    if (!player) return;
    const { video } = player;
    let isGone = false;
    const onPlay = () => (isGone = player.state.live && video.currentTime < player.state.seekableStart);
    const onSeeked = () => {
      const { clockOffset } = player.state;
      if (isGone && clockOffset !== null)
        showNotice(m.live_gone({ time: formatMoment({ start: 0, live: 0, clockOffset }, video.currentTime) }));
      isGone = false;
    };
    video.addEventListener('play', onPlay);
    video.addEventListener('seeked', onSeeked);
    return () => {
      video.removeEventListener('play', onPlay);
      video.removeEventListener('seeked', onSeeked);
    };
  }, [ref]);
}
