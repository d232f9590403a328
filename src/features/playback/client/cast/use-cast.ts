import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { m } from '../../../../platform/text/paraglide/messages.js';
import type { MediaPlayerInstance } from '@pardeh/hls/react';
import { showNotice } from '../controls/notice.ts';
import { $cast, offersCast } from './cast-state.ts';
import type { CastSource } from './start-cast.ts';

export function useCast(source: CastSource, ref: RefObject<MediaPlayerInstance | null>): (() => void) | null {
  const newest = useRef(source);
  useEffect(() => {
    newest.current = source;
  });
  const closing = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    closing.current = controller;
    return () => controller.abort();
  }, []);
  const start = useCallback(() => {
    const player = ref.current;
    if (!player || $cast.get() !== null) return;
    $cast.set('connecting');
    const { signal } = closing.current;
    import('./start-cast.ts').then(
      ({ startCast }) => startCast(newest.current, player, signal),
      () => {
        $cast.set(null);
        showNotice(m.player_part_failed());
      },
    );
  }, [ref]);
  return offersCast() ? start : null;
}
