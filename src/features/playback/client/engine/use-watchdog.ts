import { useEffect, useRef, type RefObject } from 'react';
import type { MediaPlayerInstance } from '@pardeh/hls/react';
import type { FailureCause } from '@pardeh/hls/failure';
import { countBufferedAhead } from './buffered-ahead.ts';
import { createWatchdog, LOOK_EVERY_MS, type Look } from './watchdog.ts';

export function useWatchdog(
  ref: RefObject<MediaPlayerInstance | null>,
  onRestart: () => void,
  onFail: () => void,
  trouble: FailureCause | null,
): void {
  const newest = useRef({ onRestart, onFail, trouble });
  useEffect(() => {
    newest.current = { onRestart, onFail, trouble };
  });
  useEffect(() => {
    const video = ref.current?.video;
    if (!video) return;
    let picture: number | null = null;
    let frame = 0;
    const onFrame: VideoFrameRequestCallback = (_, { mediaTime }) => {
      picture = mediaTime;
      frame = video.requestVideoFrameCallback(onFrame);
    };
    const hasFrames = 'requestVideoFrameCallback' in video;
    if (hasFrames) frame = video.requestVideoFrameCallback(onFrame);
    const forget = () => (picture = null);
    for (const type of ['emptied', 'seeking', 'ratechange'] as const) video.addEventListener(type, forget);
    const judge = createWatchdog();
    const timer = setInterval(() => {
      const verdict = judge({ ...look(video, picture), isRetrying: isRefused(newest.current.trouble) });
      if (verdict === 'restart') newest.current.onRestart();
      else if (verdict === 'fail') newest.current.onFail();
    }, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      for (const type of ['emptied', 'seeking', 'ratechange'] as const) video.removeEventListener(type, forget);
      if (hasFrames) video.cancelVideoFrameCallback(frame);
    };
  }, [ref]);
}

const isRefused = (trouble: FailureCause | null) => trouble !== null && trouble !== 'network';

function look(video: HTMLVideoElement, picture: number | null): Omit<Look, 'isRetrying'> {
  return {
    now: performance.now(),
    position: video.currentTime,
    picture: video.playbackRate === 1 ? picture : null,
    ahead: countBufferedAhead(video),
    isExpected: !video.paused && !video.ended && !document.hidden,
    isOnline: navigator.onLine,
  };
}
