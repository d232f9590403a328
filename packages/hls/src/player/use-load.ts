import { useEffect, useRef, type RefObject } from 'react';
import type { MediaSourceSpec } from './media-engine.ts';
import type { MediaPlayerInstance } from './media-player.ts';

export function useLoad(
  ref: RefObject<MediaPlayerInstance | null>,
  key: string | null,
  getSpec: (player: MediaPlayerInstance) => MediaSourceSpec,
  onLoad: (player: MediaPlayerInstance) => void,
): void {
  const newest = useRef({ getSpec, onLoad });
  useEffect(() => {
    newest.current = { getSpec, onLoad };
  });
  useEffect(() => {
    const player = ref.current;
    if (!player || key === null) return;
    const unload = player.load(newest.current.getSpec(player));
    newest.current.onLoad(player);
    return unload;
  }, [ref, key]);
}

export function useVideoEvent(
  ref: RefObject<MediaPlayerInstance | null>,
  type: keyof HTMLMediaElementEventMap,
  listener: () => void,
): void {
  useEffect(() => {
    const video = ref.current?.video;
    video?.addEventListener(type, listener);
    return () => video?.removeEventListener(type, listener);
  }, [ref, type, listener]);
}
