import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { savesData } from '../../../data-cost/data-saver.ts';
import type { KeyFrame, KeyFrameReader } from '@pardeh/hls/key-frame-reader';
import { useMediaState } from '@pardeh/hls/react';
import { $playerSettings } from '../player.ts';

export interface FrameSource {
  manifest: string;
  toFresh: (url: string) => string;
}

/** Milliseconds that the pointer rests before a picture is requested. */
const HOVER_DELAY_MS = 150;
/** Seconds of the film that are buffered first. */
const FED_SECONDS = 10;

/** The key frame at a moment of the bar, in seconds; null until it is here, and wherever the storyboard is enough. */
export function useKeyFrame(source: FrameSource | null, at: number | null): KeyFrame | null {
  const [frame, setFrame] = useState<KeyFrame | null>(null);
  const reader = useRef<Promise<KeyFrameReader | null>>(undefined);
  const { dataSaver } = useStore($playerSettings);
  const time = useMediaState('currentTime');
  const duration = useMediaState('duration');
  const bufferedEnd = useMediaState('bufferedEnd');
  const waiting = useMediaState('waiting');
  const isFed = !waiting && bufferedEnd >= Math.min(time + FED_SECONDS, duration - 1);
  const mayLoad = source !== null && isFed && !dataSaver && 'VideoDecoder' in globalThis;

  useEffect(
    () => () => {
      void reader.current?.then((opened) => opened?.close());
      reader.current = undefined;
      setFrame(null);
    },
    [source],
  );
  useEffect(() => {
    if (at === null || !mayLoad) return;
    const timer = setTimeout(() => {
      if (savesData()) return;
      reader.current ??= import('@pardeh/hls/key-frame-reader').then(
        (code) => new code.KeyFrameReader({ ...source, onFrame: setFrame }),
        () => null,
      );
      void reader.current.then((opened) => opened?.want(at));
    }, HOVER_DELAY_MS);
    return () => {
      clearTimeout(timer);
      void reader.current?.then((opened) => opened?.want(null));
    };
  }, [at, mayLoad, source]);
  return frame !== null && at !== null && at >= frame.start && at < frame.end ? frame : null;
}
