import type { MediaPlayerInstance } from '@vidstack/react';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { TitleKind } from '../../domain/kinds.ts';
import { noteWatching } from '../../stores/my-lists.ts';
import { progressOf, readProgress, SAVE_EVERY_MS, saveProgress } from '../../stores/progress.ts';

/** How long «ادامه از …» stays, in milliseconds. */
const NOTE_MS = 10_000;

export interface Resume {
  /** Where this viewing resumed, in seconds, while the note about it shows; else null. */
  notedAt: number | null;
  /** Where loading should begin, in seconds: the kept place at first, later wherever the player is. */
  startAt: () => number;
  /** To be called when the player knows the duration: goes to the kept place, once. */
  begin: () => void;
  restart: () => void;
}

/** The moment that an address names (`?t=90`, seconds), as search engines link to the parts of a video; null for none. */
function momentOf(search: string): number | null {
  const named = /^\d{1,5}$/.exec(new URLSearchParams(search).get('t') ?? '');
  return named ? Number(named[0]) : null;
}

/** Resumes a title where it stopped, keeps where it is (every five seconds, on leaving the page and on closing), and lists it. */
export function useResume(kind: TitleKind, id: number, ref: RefObject<MediaPlayerInstance | null>): Resume {
  const [keptAt] = useState(() => momentOf(location.search) ?? readProgress(kind, id));
  const [notedAt, setNotedAt] = useState<number | null>(null);
  const begun = useRef(false);
  /** What the viewer's lists have been told of this viewing. */
  const noted = useRef<ReturnType<typeof progressOf>>(null);
  const last = useRef({ at: 0, duration: 0, played: false });

  useEffect(() => {
    const stop = ref.current?.subscribe(({ currentTime, duration, playing }) => {
      // Before it has played, the time is not yet the viewer's: saving it would lose the place kept.
      if (playing && begun.current) last.current = { at: currentTime, duration, played: true };
      else if (last.current.played && currentTime > 0) last.current.at = currentTime;
    });
    const save = () => {
      const { at, duration, played } = last.current;
      if (!played) return;
      saveProgress(kind, id, at, duration);
      const now = progressOf(at, duration);
      // The player of a series plays an episode: at its end the series has only begun.
      if (now === null || now === noted.current || (kind === 'series' && now === 'watched')) return;
      noted.current = now;
      void noteWatching(id, now);
    };
    const timer = setInterval(save, SAVE_EVERY_MS);
    const onHide = () => document.visibilityState === 'hidden' && save();
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', save);
    return () => {
      stop?.();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [kind, id, ref]);

  useEffect(() => {
    if (notedAt === null) return;
    const timer = setTimeout(() => setNotedAt(null), NOTE_MS);
    return () => clearTimeout(timer);
  }, [notedAt]);

  const startAt = useCallback(() => (begun.current ? last.current.at : (keptAt ?? 0)), [keptAt]);
  const begin = useCallback(() => {
    if (begun.current) return;
    begun.current = true;
    if (keptAt === null || !ref.current) return;
    ref.current.currentTime = keptAt;
    setNotedAt(keptAt);
  }, [keptAt, ref]);
  const restart = useCallback(() => {
    if (ref.current) ref.current.currentTime = 0;
    setNotedAt(null);
  }, [ref]);
  return { notedAt, startAt, begin, restart };
}
